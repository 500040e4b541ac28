package dev.edgewise.offloader.kubernetes;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The moments since which pods are ready, by the API server's clock. A kubelet dates them by the clock of its node,
 * which may be wrong by any amount: a pod that was seen to become ready is so since then, and one that was ready before
 * is so since a moment between its creation and now. One thread only.
 */
final class PodReadySince {
    private final InstantSource clock;
    private final Map<String, Known> byPod = new HashMap<>();

    /**
     * @param said the kubelet's time; null while the pod is not ready
     * @param since the time that counts; null while the pod is not ready
     */
    private record Known(String uid, @Nullable Instant said, @Nullable Instant since) {}

    /** @param clock of the API server */
    PodReadySince(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns since when the pod is ready; null if it is not.
     *
     * @param pod namespace and name
     * @param created by the API server's clock
     * @param said by the node's clock; null if it is not ready
     */
    @Nullable
    Instant since(String pod, String uid, Instant created, @Nullable Instant said) {
        Known last = byPod.get(pod);
        Known before = last != null && last.uid().equals(uid) ? last : null;
        if (before != null && Objects.equals(said, before.said())) {
            return before.since();
        }
        Instant since = said == null ? null : before == null ? within(said, created) : clock.instant();
        byPod.put(pod, new Known(uid, said, since));
        return since;
    }

    void forget(String pod) {
        byPod.remove(pod);
    }

    private Instant within(Instant said, Instant created) {
        Instant now = clock.instant();
        Instant latest = said.isAfter(now) ? now : said;
        return latest.isBefore(created) ? created : latest;
    }
}
