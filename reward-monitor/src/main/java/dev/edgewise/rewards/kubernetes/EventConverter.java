package dev.edgewise.rewards.kubernetes;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.rewards.learning.facts.PodWarning;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads Warning events of pods. */
final class EventConverter {
    private static final String KUBELET = "kubelet";
    /** The largest number of characters of a uid: the API server assigns 36, and static pods have 32. */
    private static final int LONGEST_UID = 64;

    private EventConverter() {}

    /** Returns the pod as {@code namespace/name}. An event names pods of its own namespace only. */
    static String pod(Event event) {
        return UntrustedFields.required(
                        "metadata.namespace", event.getMetadata().getNamespace()) + "/"
                + UntrustedFields.word(event.getInvolvedObject().getName());
    }

    /**
     * Returns the event of a pod.
     *
     * @param now time at which it is read
     * @throws InvalidObjectException names the field that is missing
     */
    static PodWarning warning(Event event, Instant now) {
        int single = Objects.requireNonNullElse(event.getCount(), 1);
        int count = event.getSeries() == null
                ? single
                : Objects.requireNonNullElse(event.getSeries().getCount(), single);
        return new PodWarning(
                uid(event),
                node(event),
                UntrustedFields.word(event.getReason()),
                UntrustedFields.cut(event.getMessage()),
                Math.max(1, count),
                at(event, now));
    }

    private static String uid(Event event) {
        String uid = UntrustedFields.required(
                "involvedObject.uid", event.getInvolvedObject().getUid());
        if (uid.length() > LONGEST_UID) {
            throw new InvalidObjectException(
                    "involvedObject.uid", UntrustedFields.cut(uid), "at most " + LONGEST_UID + " characters");
        }
        return uid;
    }

    /**
     * Returns the node of the event: kubelets name their host, schedulers the node of a failed binding; other
     * components name the host on which they run.
     */
    private static String node(Event event) {
        if (PodWarning.FAILED_SCHEDULING.equals(event.getReason())) {
            ObjectReference related = event.getRelated();
            return related != null && "Node".equals(related.getKind()) ? UntrustedFields.word(related.getName()) : "";
        }
        return event.getSource() != null && KUBELET.equals(event.getSource().getComponent())
                ? UntrustedFields.word(event.getSource().getHost())
                : "";
    }

    /** Returns the newest of its times that is not in the future. */
    private static Instant at(Event event, Instant now) {
        Instant at = newer(null, UntrustedFields.instant(event.getLastTimestamp()), now);
        at = newer(at, time(event.getEventTime()), now);
        at = newer(at, event.getSeries() == null ? null : time(event.getSeries().getLastObservedTime()), now);
        return at == null ? now : at;
    }

    private static @Nullable Instant time(@Nullable MicroTime time) {
        return time == null ? null : UntrustedFields.instant(time.getTime());
    }

    private static @Nullable Instant newer(@Nullable Instant known, @Nullable Instant time, Instant now) {
        if (time == null || time.isAfter(now)) {
            return known;
        }
        return known == null || time.isAfter(known) ? time : known;
    }
}
