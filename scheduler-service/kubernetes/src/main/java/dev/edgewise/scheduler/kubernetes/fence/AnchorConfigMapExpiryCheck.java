package dev.edgewise.scheduler.kubernetes.fence;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which anchors are not renewed any more: those whose moment is over by the clock of this cluster, and those
 * without a renewal for their time as it was observed here, whatever the clocks of both clusters show. To be early is
 * safe, as a request continues elsewhere only after both; to be late is not. Not thread-safe.
 */
final class AnchorConfigMapExpiryCheck {
    /** The last renewal of each anchor that was observed, by namespace and uid. */
    private final Map<String, Map<String, Renewal>> renewals = new HashMap<>();

    /** @param nanos when this value was read first, by the monotonic clock */
    private record Renewal(String expires, long nanos) {}

    /**
     * Returns the anchors that are to be deleted.
     *
     * @param anchors all that the namespace has
     * @param nanos when they were asked for, by the monotonic clock
     */
    List<FencedAnchorConfigMap> expired(
            String namespace, List<FencedAnchorConfigMap> anchors, Instant now, long nanos) {
        Map<String, Renewal> before = renewals.getOrDefault(namespace, Map.of());
        Map<String, Renewal> after = new HashMap<>();
        for (FencedAnchorConfigMap anchor : anchors) {
            Renewal last = before.get(anchor.uid());
            after.put(
                    anchor.uid(),
                    last != null && last.expires().equals(anchor.expires())
                            ? last
                            : new Renewal(anchor.expires(), nanos));
        }
        renewals.put(namespace, after);
        return anchors.stream()
                .filter(anchor -> isOver(anchor, now) || isSilent(anchor, after.get(anchor.uid()), nanos))
                .toList();
    }

    /** Forgets what was observed: while another replica leads, this one sees no renewals. */
    void clear() {
        renewals.clear();
    }

    private static boolean isOver(FencedAnchorConfigMap anchor, Instant now) {
        try {
            return !now.isBefore(Instant.parse(anchor.expires()));
        } catch (DateTimeParseException edited) {
            // No renewal can be read from it.
            return true;
        }
    }

    private static boolean isSilent(FencedAnchorConfigMap anchor, @Nullable Renewal last, long nanos) {
        Duration fence = anchor.fence();
        return last != null && fence != null && nanos - last.nanos() >= fence.toNanos();
    }
}
