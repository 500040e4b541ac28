package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pods that have a node before the API server has confirmed their binding. Not thread-safe. */
final class AssumedPods {
    private final Map<PodKey, Pod> byPod = new HashMap<>();

    void add(Pod assigned) {
        byPod.put(assigned.key(), assigned);
    }

    void remove(PodKey key) {
        byPod.remove(key);
    }

    @Nullable
    Pod of(PodKey key) {
        return byPod.get(key);
    }

    boolean holds(PodKey key) {
        return byPod.containsKey(key);
    }

    int size() {
        return byPod.size();
    }

    /** The pod where it is assumed to be, if the watch lags behind the bind; otherwise the assumption has ended. */
    Pod settle(Pod seen) {
        Pod assumption = byPod.get(seen.key());
        if (assumption == null || confirms(seen, assumption)) {
            byPod.remove(seen.key());
            return seen;
        }
        return seen.assignedTo(nodeOf(assumption)).boundAs(assumption);
    }

    private static boolean confirms(Pod pod, Pod assumption) {
        return !pod.uid().equals(assumption.uid())
                || pod.spec().nodeName() != null
                || pod.status().phase().isTerminal();
    }

    static String nodeOf(Pod assigned) {
        String node = assigned.spec().nodeName();
        if (node == null) {
            throw new IllegalArgumentException("pod " + assigned.key() + " is assumed on no node");
        }
        return node;
    }
}
