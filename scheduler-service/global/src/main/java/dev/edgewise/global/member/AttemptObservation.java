package dev.edgewise.global.member;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an attempt as its cluster shows it.
 *
 * @param at when the cluster was asked, by this replica's clock
 * @param answered whether the cluster answered; if not, all other fields say nothing
 * @param clusterUid uid of the cluster that answered
 * @param anchor whether the attempt's anchor exists, even if it is being deleted
 * @param fenced whether the member deletes the anchor unless it is renewed, or the anchor is being deleted already
 * @param objects how many objects with the attempt's labels exist, the anchor not counted
 * @param expected how many objects the manifests have
 * @param ready how many of them are ready
 * @param failed why the attempt cannot become ready any more; null while it may
 * @param pending the first object that is not ready, for people; empty if all are
 * @param manifests hash of the documents that the anchor was made for; empty if it is not known
 */
public record AttemptObservation(
        Instant at,
        boolean answered,
        String clusterUid,
        boolean anchor,
        boolean fenced,
        int objects,
        int expected,
        int ready,
        @Nullable String failed,
        String pending,
        String manifests) {
    /** Makes an observation without the hash of the documents. */
    public AttemptObservation(
            Instant at,
            boolean answered,
            String clusterUid,
            boolean anchor,
            boolean fenced,
            int objects,
            int expected,
            int ready,
            @Nullable String failed,
            String pending) {
        this(at, answered, clusterUid, anchor, fenced, objects, expected, ready, failed, pending, "");
    }

    /** Returns the observation of a cluster that does not answer. */
    public static AttemptObservation unreachable(Instant at) {
        return new AttemptObservation(at, false, "", false, false, 0, 0, 0, null, "");
    }

    /** Whether nothing of the attempt exists. */
    public boolean isEmpty() {
        return answered && !anchor && objects == 0;
    }

    /** Whether all that was expected exists and is ready: never true for an attempt without objects. */
    public boolean isReady() {
        return answered && anchor && expected > 0 && ready == expected && failed == null;
    }
}
