package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.LenientReader;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The readable part of a node. An unreadable field counts as absent; a node with unreadable taints accepts no new pods.
 *
 * @param problem the first field that cannot be read, and what is allowed there; null if all can
 */
record PartiallyReadableNode(dev.edgewise.scheduler.model.Node node, @Nullable InvalidObjectException problem) {
    /** Left out one after the other until the rest can be read. */
    private static final List<Consumer<Node>> LOSSES = List.of(
            node -> node.getMetadata().setAnnotations(Map.of()),
            PartiallyReadableNode::dropUnreadableAmounts,
            PartiallyReadableNode::dropTaints,
            node -> node.getMetadata().setLabels(Map.of()),
            node -> node.setStatus(null));

    /** @throws InvalidObjectException if not even its name can be read */
    public static PartiallyReadableNode of(Node node) {
        try {
            return new PartiallyReadableNode(NodeConverter.convert(node), null);
        } catch (InvalidObjectException problem) {
            return new PartiallyReadableNode(
                    LenientReader.what(node, LOSSES, NodeConverter::convert, problem), problem);
        }
    }

    private static void dropUnreadableAmounts(Node node) {
        if (node.getStatus() != null) {
            LenientReader.dropUnreadable(node.getStatus().getAllocatable());
        }
    }

    private static void dropTaints(Node node) {
        if (node.getSpec() != null && !node.getSpec().getTaints().isEmpty()) {
            node.getSpec().setTaints(List.of());
            node.getSpec().setUnschedulable(true);
        }
    }
}
