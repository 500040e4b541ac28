package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nominations that the API server has not confirmed yet: watch events that were sent before it knew must not undo them.
 * Not thread-safe.
 */
final class PendingNominations {
    private record Nomination(String uid, String node) {}

    private final Map<PodKey, Nomination> byPod = new HashMap<>();

    void set(Pod pod, @Nullable String node) {
        if (node == null) {
            byPod.remove(pod.key());
        } else {
            byPod.put(pod.key(), new Nomination(pod.uid(), node));
        }
    }

    void forget(PodKey key) {
        byPod.remove(key);
    }

    /** The pod with the node it is nominated to, as long as the API server says nothing else. */
    Pod keptBy(Pod seen) {
        Nomination nomination = byPod.get(seen.key());
        if (nomination == null) {
            return seen;
        }
        if (!nomination.uid().equals(seen.uid()) || seen.status().nominatedNode() != null || isSettled(seen)) {
            byPod.remove(seen.key());
            return seen;
        }
        return seen.nominatedTo(nomination.node());
    }

    private static boolean isSettled(Pod pod) {
        return pod.spec().nodeName() != null || pod.status().phase().isTerminal();
    }
}
