package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PersistentVolume.
 *
 * @param storageClass empty if none
 * @param available whether its phase is Available
 * @param nodeAffinity the nodes it can be used on; null for all
 * @param claim the claim it is bound or reserved to; null if none
 * @param attributesClass its VolumeAttributesClass; empty if none
 * @param csi as a CSI driver attaches it; null if none does
 * @param migrated whether it is written as a volume of an in-tree plugin, which the CSI driver serves today
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
        String attributesClass,
        @Nullable CsiVolume csi,
        boolean migrated) {
    /**
     * The claim that a volume is kept for.
     *
     * @param uid empty if its author named the claim only
     * @param assumed whether only we know of it: a decision was taken that the API server has not confirmed
     */
    public record Reserved(ClaimKey key, String uid, boolean assumed) {
        /** Creates the reservation that the API server reports. */
        public Reserved(ClaimKey key, String uid) {
            this(key, uid, false);
        }
    }

    public Volume {
        labels = Map.copyOf(labels);
        accessModes = Set.copyOf(accessModes);
        nodeAffinity = nodeAffinity == null ? null : List.copyOf(nodeAffinity);
    }

    public boolean isUsableOn(Node node) {
        return nodeAffinity == null || nodeAffinity.stream().anyMatch(term -> term.matches(node));
    }

    public boolean isReservedFor(VolumeClaim other) {
        return claim != null
                && claim.key().equals(other.key())
                && (claim.uid().isEmpty() || claim.uid().equals(other.uid()));
    }

    /** Returns whether the API server knows that it is kept for exactly that claim. */
    public boolean isConfirmedFor(VolumeClaim other) {
        return claim != null && !claim.assumed() && claim.equals(new Reserved(other.key(), other.uid()));
    }

    /** This news of a volume, with what was assumed before as long as the API server has not decided otherwise. */
    Volume after(@Nullable Volume known) {
        Reserved before = known == null ? null : known.claim;
        return claim == null && before != null && before.assumed() ? keptFor(before) : this;
    }

    /** Returns whether drivers count both volumes alike. */
    boolean isCountedAs(Volume other) {
        return Objects.equals(csi, other.csi) && migrated == other.migrated;
    }

    Volume keptFor(@Nullable Reserved other) {
        return new Volume(
                name,
                labels,
                storageClass,
                capacityBytes,
                accessModes,
                mode,
                available,
                terminating,
                nodeAffinity,
                other,
                attributesClass,
                csi,
                migrated);
    }
}
