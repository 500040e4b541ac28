package dev.edgewise.scheduler.storage;

import java.util.Collection;
import java.util.Map;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * How many volumes nodes can attach, and which are attached. Immutable.
 *
 * @param limits how many volumes of each driver a node can attach, by node and driver
 * @param byName every attachment
 * @param byNode the same again: a node is only ever asked for its own
 */
public record Attachments(
        PMap<String, Map<String, Integer>> limits,
        PMap<String, Attachment> byName,
        PMap<String, PMap<String, Attachment>> byNode) {
    public static final Attachments NONE =
            new Attachments(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    /** How many volumes of each driver the node can attach; a driver without an entry has no limit, 0 is one. */
    public Map<String, Integer> limitsOf(String node) {
        return limits.getOrDefault(node, Map.of());
    }

    public Collection<Attachment> of(String node) {
        return byNode.getOrDefault(node, HashTreePMap.empty()).values();
    }

    public Attachments withLimits(String node, Map<String, Integer> ofNode) {
        return ofNode.equals(limits.get(node))
                ? this
                : new Attachments(limits.plus(node, Map.copyOf(ofNode)), byName, byNode);
    }

    public Attachments withoutLimits(String node) {
        return limits.containsKey(node) ? new Attachments(limits.minus(node), byName, byNode) : this;
    }

    /** Most changes of an attachment are its progress, which changes nothing here. */
    public Attachments with(Attachment attachment) {
        if (attachment.equals(byName.get(attachment.name()))) {
            return this;
        }
        Attachments rest = without(attachment.name());
        PMap<String, Attachment> ofNode = rest.byNode
                .getOrDefault(attachment.node(), HashTreePMap.empty())
                .plus(attachment.name(), attachment);
        return new Attachments(
                limits, rest.byName.plus(attachment.name(), attachment), rest.byNode.plus(attachment.node(), ofNode));
    }

    public Attachments without(String name) {
        Attachment known = byName.get(name);
        if (known == null) {
            return this;
        }
        PMap<String, Attachment> rest =
                byNode.getOrDefault(known.node(), HashTreePMap.empty()).minus(name);
        return new Attachments(
                limits,
                byName.minus(name),
                rest.isEmpty() ? byNode.minus(known.node()) : byNode.plus(known.node(), rest));
    }

    /**
     * A VolumeAttachment: a volume that is attached to a node, still is, or is about to be.
     *
     * @param driver the CSI driver that attaches it
     * @param volume name of the PersistentVolume
     */
    public record Attachment(String name, String node, String driver, String volume) {}
}
