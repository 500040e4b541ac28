package dev.edgewise.energy.nodelabels;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change to write to a node.
 *
 * @param node as it was read
 * @param labels whether its label changes
 * @param level what the label becomes; null if it is removed
 * @param taints all taints that the node has then; null if they do not change
 */
public record NodeChange(
        EnergyNode node, boolean labels, @Nullable EnergyLevel level, @Nullable List<NodeTaint> taints) {
    /** The label alone. */
    NodeChange withoutTaints() {
        return new NodeChange(node, labels, level, null);
    }

    /** Returns the node without a change. */
    NodeChange none() {
        return new NodeChange(node, false, level, null);
    }

    boolean isAny() {
        return labels || taints != null;
    }
}
