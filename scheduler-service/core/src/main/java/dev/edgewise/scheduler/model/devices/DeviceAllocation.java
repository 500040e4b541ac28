package dev.edgewise.scheduler.model.devices;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeTerm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The devices that a claim was given.
 *
 * @param nodes where they can be used; null for everywhere
 * @param binding whether they can be used yet
 * @param allocatedAt when they were given, or null if unknown
 */
public record DeviceAllocation(@Nullable List<NodeTerm> nodes, Binding binding, @Nullable Instant allocatedAt) {
    /** Time within which devices must be prepared, kube-scheduler's default. */
    private static final Duration PREPARED_WITHIN = Duration.ofMinutes(10);

    /** The state of the conditions that some devices wait for, such as being attached to the node. */
    public enum Binding {
        READY,
        PENDING,
        FAILED
    }

    public DeviceAllocation {
        nodes = nodes == null ? null : List.copyOf(nodes);
    }

    public boolean isUsableOn(Node node) {
        return nodes == null || nodes.stream().anyMatch(term -> term.matches(node));
    }

    /** Returns whether its devices will not become usable any more. */
    public boolean isLost(Instant now) {
        return switch (binding) {
            case READY -> false;
            case FAILED -> true;
            case PENDING ->
                allocatedAt != null && allocatedAt.plus(PREPARED_WITHIN).isBefore(now);
        };
    }
}
