package dev.edgewise.sandbox.cluster.controller;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Time when a pod leaves a node that became unreachable, as the taint eviction controller decides it. Pure. */
final class TaintEvictionDelayCalculator {
    /** Default that the API server's admission gives pods without such a toleration. */
    static final Duration DEFAULT = Duration.ofSeconds(300);

    /** A toleration; null means what Kubernetes means by an absent field: any key, any effect, without end. */
    record Tolerance(@Nullable String key, boolean exists, @Nullable String effect, @Nullable Long seconds) {
        boolean matches(String taint) {
            boolean ofTaint = key == null || key.isEmpty() ? exists : key.equals(taint);
            return ofTaint && (effect == null || effect.isEmpty() || effect.equals("NoExecute"));
        }
    }

    private TaintEvictionDelayCalculator() {}

    /** Time after the taint when the pod is evicted; empty for never. The shortest matching toleration counts. */
    static Optional<Duration> after(List<Tolerance> tolerations, String taint) {
        List<Tolerance> matching = tolerations.stream()
                .filter(toleration -> toleration.matches(taint))
                .toList();
        if (matching.isEmpty()) {
            return Optional.of(DEFAULT);
        }
        return matching.stream()
                .flatMap(toleration -> Optional.ofNullable(toleration.seconds()).stream())
                .map(seconds -> Duration.ofSeconds(Math.max(0, seconds)))
                .min(Duration::compareTo);
    }
}
