package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nominations, and withdrawals of nominations, that the API server has not confirmed yet: watch events that were sent
 * before it knew must not undo them. Not thread-safe.
 */
final class PendingNominations {
    /**
     * The last decision for a pod.
     *
     * @param node that the pod is nominated to, or was
     * @param withdrawn whether the nomination to that node no longer holds
     * @param known whether the API server has shown the nomination
     */
    private record Nomination(String uid, String node, boolean withdrawn, boolean known) {}

    private final Map<PodKey, Nomination> byPod = new HashMap<>();

    /**
     * Nominates a node for the pod, or withdraws its nomination.
     *
     * @param pod as it is known, with the nomination that it had
     * @param node null for none
     */
    void set(Pod pod, @Nullable String node) {
        String before = pod.status().nominatedNode();
        if (node != null) {
            byPod.put(pod.key(), new Nomination(pod.uid(), node, false, false));
        } else if (before != null) {
            boolean known = !byPod.containsKey(pod.key());
            byPod.put(pod.key(), new Nomination(pod.uid(), before, true, known));
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
        if (!nomination.uid().equals(seen.uid()) || isSettled(seen)) {
            byPod.remove(seen.key());
            return seen;
        }
        return nomination.withdrawn() ? withoutWithdrawn(seen, nomination) : nominated(seen, nomination);
    }

    private Pod nominated(Pod seen, Nomination nomination) {
        if (seen.status().nominatedNode() != null) {
            byPod.remove(seen.key());
            return seen;
        }
        return seen.nominatedTo(nomination.node());
    }

    /** The nomination may be shown late, before its withdrawal is. */
    private Pod withoutWithdrawn(Pod seen, Nomination nomination) {
        String shown = seen.status().nominatedNode();
        if (nomination.node().equals(shown)) {
            byPod.put(seen.key(), new Nomination(seen.uid(), nomination.node(), true, true));
            return seen.nominatedTo(null);
        }
        if (shown != null || nomination.known()) {
            byPod.remove(seen.key());
        }
        return seen;
    }

    private static boolean isSettled(Pod pod) {
        return pod.spec().nodeName() != null || pod.status().phase().isTerminal();
    }
}
