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
final class Promises {
    private record Promise(String uid, String node) {}

    private final Map<PodKey, Promise> byPod = new HashMap<>();

    void set(Pod pod, @Nullable String node) {
        if (node == null) {
            byPod.remove(pod.key());
        } else {
            byPod.put(pod.key(), new Promise(pod.uid(), node));
        }
    }

    void forget(PodKey key) {
        byPod.remove(key);
    }

    /** The pod with what it was promised, as long as the API server says nothing else. */
    Pod keptBy(Pod seen) {
        Promise promise = byPod.get(seen.key());
        if (promise == null) {
            return seen;
        }
        if (!promise.uid().equals(seen.uid()) || seen.status().nominatedNode() != null || isSettled(seen)) {
            byPod.remove(seen.key());
            return seen;
        }
        return seen.nominatedTo(promise.node());
    }

    private static boolean isSettled(Pod pod) {
        return pod.spec().nodeName() != null || pod.status().phase().isTerminal();
    }
}
