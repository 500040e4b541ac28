package dev.edgewise.global.member;

import org.jspecify.annotations.Nullable;

/**
 * What is seen of an attempt in its cluster.
 *
 * @param answered whether the cluster answered; if not, all other fields say nothing
 * @param clusterUid uid of the cluster that answered
 * @param anchor whether the attempt's anchor exists
 * @param objects how many objects of the attempt exist, the anchor not counted
 * @param expected how many objects the manifests have
 * @param ready how many of them are ready
 * @param failed why the attempt cannot become ready any more; null while it may
 * @param pending the first object that is not ready, for people; empty if all are
 */
public record Observation(
        boolean answered,
        String clusterUid,
        boolean anchor,
        int objects,
        int expected,
        int ready,
        @Nullable String failed,
        String pending) {
    /** The observation of a cluster that does not answer. */
    public static final Observation UNREACHABLE = new Observation(false, "", false, 0, 0, 0, null, "");

    /** Whether nothing of the attempt exists. */
    public boolean isEmpty() {
        return answered && !anchor && objects == 0;
    }

    /** Whether all that was expected exists and is ready: never true for an attempt without objects. */
    public boolean isReady() {
        return answered && anchor && expected > 0 && ready == expected && failed == null;
    }
}
