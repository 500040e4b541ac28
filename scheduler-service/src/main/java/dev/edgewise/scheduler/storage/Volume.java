package dev.edgewise.scheduler.storage;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeTerm;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PersistentVolume.
 *
 * @param storageClass empty if none
 * @param available whether its phase is Available
 * @param nodeAffinity the nodes it can be used on; null for all
 * @param claim the claim it is bound or reserved to; null if none
 * @param csiDriver empty unless it is a CSI volume
 * @param csiHandle the driver's name of it
 */
public record Volume(
        String name,
        Map<String, String> labels,
        String storageClass,
        long capacityBytes,
        Set<String> accessModes,
        String mode,
        boolean available,
        boolean terminating,
        @Nullable List<NodeTerm> nodeAffinity,
        @Nullable Reserved claim,
        String csiDriver,
        String csiHandle) {
    /**
     * The claim that a volume is kept for.
     *
     * @param uid empty if its author named the claim only
     */
    public record Reserved(ClaimKey key, String uid) {}

    public Volume {
        labels = Map.copyOf(labels);
        accessModes = Set.copyOf(accessModes);
        nodeAffinity = nodeAffinity == null ? null : List.copyOf(nodeAffinity);
    }

    public boolean isUsableOn(Node node) {
        return nodeAffinity == null || nodeAffinity.stream().anyMatch(term -> term.matches(node));
    }

    public boolean isReservedFor(Claim other) {
        return claim != null
                && claim.key().equals(other.key())
                && (claim.uid().isEmpty() || claim.uid().equals(other.uid()));
    }
}
