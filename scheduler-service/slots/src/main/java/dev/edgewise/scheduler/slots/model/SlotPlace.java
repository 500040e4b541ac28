package dev.edgewise.scheduler.slots.model;

import java.util.Objects;

/**
 * The place of a slot, whatever its position is called.
 *
 * @param node name of the node
 * @param nodeIndex value of the testbed's label on the node
 * @param positionOnNode from 0
 */
public record SlotPlace(String node, int nodeIndex, int positionOnNode) {
    public SlotPlace {
        Objects.requireNonNull(node, "node");
    }
}
