package dev.edgewise.scheduler.storage;

import dev.edgewise.scheduler.model.LabelSelector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PersistentVolumeClaim.
 *
 * @param volume the volume it is bound or promised to; empty if none
 * @param storageClass empty if none
 * @param bindCompleted whether the binding to its volume is done on both sides
 * @param lost whether its volume is gone
 * @param selectedNode the node that a scheduler chose for its first consumer, or null
 * @param accessModes as the API spells them
 * @param mode Filesystem or Block
 * @param requestedBytes negative if it asks for no size
 * @param selector which volumes it accepts, by their labels
 * @param ownerPod uid of the pod it was made for; empty if none
 */
public record Claim(
        ClaimKey key,
        String uid,
        String volume,
        String storageClass,
        boolean bindCompleted,
        boolean lost,
        boolean terminating,
        @Nullable String selectedNode,
        Set<String> accessModes,
        String mode,
        long requestedBytes,
        LabelSelector selector,
        String ownerPod) {
    /** The access mode that lets one pod of the whole cluster use the claim. */
    public static final String ONE_POD = "ReadWriteOncePod";

    public Claim {
        accessModes = Set.copyOf(accessModes);
    }

    /** Whether it has a volume, and both know of it. */
    public boolean isBound() {
        return !volume.isEmpty() && bindCompleted;
    }
}
