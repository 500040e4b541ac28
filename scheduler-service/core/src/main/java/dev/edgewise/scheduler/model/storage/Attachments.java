package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The numbers of volumes that nodes can attach, and the attached ones. Immutable.
 *
 * @param limits how many volumes of each driver a node can attach, by node and driver
 * @param byName every attachment
 * @param byVolume the attachments again, by PersistentVolume: what they count as rests on it
 */
public record Attachments(
        PMap<String, Map<String, Integer>> limits,
        PMap<String, Attachment> byName,
        PMap<String, PMap<String, Attachment>> byVolume) {
    public static final Attachments NONE =
            new Attachments(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    /**
     * Returns how many volumes of each driver the node can attach; a driver without an entry has no limit, 0 is one.
     */
    public Map<String, Integer> limitsOf(String node) {
        return limits.getOrDefault(node, Map.of());
    }

    Collection<Attachment> ofVolume(String volume) {
        return byVolume.getOrDefault(volume, HashTreePMap.empty()).values();
    }

    public Attachments withLimits(String node, Map<String, Integer> ofNode) {
        return ofNode.equals(limits.get(node))
                ? this
                : new Attachments(limits.plus(node, Map.copyOf(ofNode)), byName, byVolume);
    }

    public Attachments withoutLimits(String node) {
        return limits.containsKey(node) ? new Attachments(limits.minus(node), byName, byVolume) : this;
    }

    /** Returns these with an attachment of a new name. */
    Attachments with(Attachment attachment) {
        PMap<String, Attachment> ofVolume =
                byVolume.getOrDefault(attachment.volume(), HashTreePMap.empty()).plus(attachment.name(), attachment);
        return new Attachments(
                limits, byName.plus(attachment.name(), attachment), byVolume.plus(attachment.volume(), ofVolume));
    }

    /** Returns these without one of them. */
    Attachments without(Attachment known) {
        PMap<String, Attachment> rest =
                byVolume.getOrDefault(known.volume(), HashTreePMap.empty()).minus(known.name());
        return new Attachments(
                limits,
                byName.minus(known.name()),
                rest.isEmpty() ? byVolume.minus(known.volume()) : byVolume.plus(known.volume(), rest));
    }

    /**
     * A VolumeAttachment: a volume that is attached to a node, still is, or is about to be.
     *
     * @param driver the CSI driver that attaches it
     * @param volume name of the PersistentVolume
     */
    public record Attachment(String name, String node, String driver, String volume) {
        /**
         * Returns the volume of the driver; null if none is counted, as the PersistentVolume is gone or one of an
         * in-tree plugin.
         *
         * @param persistent the PersistentVolume; null if it is not there
         */
        @Nullable
        CsiVolume counted(@Nullable Volume persistent) {
            CsiVolume csi = persistent == null || persistent.migrated() ? null : persistent.csi();
            return csi == null ? null : new CsiVolume(driver, csi.handle());
        }
    }
}
