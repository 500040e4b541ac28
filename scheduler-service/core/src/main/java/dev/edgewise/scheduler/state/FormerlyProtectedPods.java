package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bound pods that still say which node keeps capacity for them, or that none does, although they are not to be
 * protected. Not thread-safe.
 */
final class FormerlyProtectedPods {
    private final Map<PodKey, Pod> pods = new LinkedHashMap<>();
    private @Nullable List<Pod> listed;

    /** Takes in one that is not to be protected. */
    void note(Pod pod) {
        // A client that may create pods can name any node.
        boolean isBound = pod.spec().nodeName() != null && pod.status().scheduled() && !pod.terminating();
        if (isBound && (pod.backupNode() != null || pod.status().unprotected())) {
            pods.put(pod.key(), pod);
            listed = null;
        } else {
            forget(pod.key());
        }
    }

    /** Removes a pod that is gone, or to be protected. */
    void forget(PodKey key) {
        if (pods.remove(key) != null) {
            listed = null;
        }
    }

    /** Returns the pods; the same list until something changes. */
    List<Pod> pods() {
        List<Pod> all = listed;
        if (all == null) {
            all = List.copyOf(pods.values());
            listed = all;
        }
        return all;
    }
}
