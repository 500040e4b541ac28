package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.model.LabelSelector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PersistentVolumeClaim.
 *
 * @param volume the volume it is bound to or reserved for; empty if none
 * @param storageClass empty if none
 * @param bindCompleted whether the binding to its volume is done on both sides
 * @param lost whether its volume is gone
 * @param selectedNode the node that a scheduler chose for its first consumer, or null
 * @param accessModes as the API spells them
 * @param mode Filesystem or Block
 * @param requestedBytes negative if it asks for no size
 * @param attributesClass the VolumeAttributesClass it asks for; empty if none
 * @param selector which volumes it accepts, by their labels
 * @param ownerPod uid of the pod it was made for; empty if none
 * @param problem why a volume cannot be found for it: the field that cannot be read; null if all can
 */
public record VolumeClaim(
        ClaimKey key,
        String uid,
        String volume,
        String storageClass,
        boolean bindCompleted,
        boolean lost,
        boolean terminating,
        @Nullable Selected selectedNode,
        Set<String> accessModes,
        String mode,
        long requestedBytes,
        String attributesClass,
        LabelSelector selector,
        String ownerPod,
        @Nullable String problem) {
    /** The access mode that lets one pod of the whole cluster use the claim. */
    public static final String ONE_POD = "ReadWriteOncePod";

    /**
     * A node that volumes are to be made for.
     *
     * @param assumed whether only we know of it: a decision was taken that the API server has not confirmed
     */
    public record Selected(String node, boolean assumed) {}

    public VolumeClaim {
        accessModes = Set.copyOf(accessModes);
    }

    /** Returns whether it has a volume, and both know of it. */
    public boolean isBound() {
        return !volume.isEmpty() && bindCompleted;
    }

    /** Returns whether a volume is to be made for it on that node, as far as we know. */
    public boolean isSelectedFor(String node) {
        return selectedNode != null && selectedNode.node().equals(node);
    }

    /** This news of a claim, with what was assumed before as long as the API server has not decided otherwise. */
    VolumeClaim after(@Nullable VolumeClaim known) {
        boolean silent = selectedNode == null && volume.isEmpty();
        return silent && known != null && known.isAssumed() && known.uid.equals(uid)
                ? selecting(known.selectedNode)
                : this;
    }

    /** Returns whether only we know of its selected node. */
    public boolean isAssumed() {
        return selectedNode != null && selectedNode.assumed();
    }

    VolumeClaim selecting(@Nullable Selected other) {
        return new VolumeClaim(
                key,
                uid,
                volume,
                storageClass,
                bindCompleted,
                lost,
                terminating,
                other,
                accessModes,
                mode,
                requestedBytes,
                attributesClass,
                selector,
                ownerPod,
                problem);
    }
}
