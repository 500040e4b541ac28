package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The pods of ours that hold the room of slots where other schedulers look. Immutable. They are no pods of the state:
 * on their nodes they count as the room that their slots keep, and additionally only where they hold more.
 */
public final class SlotPausePodsByNode {
    public static final FactKey<SlotPausePodsByNode> FACT =
            FactKey.of("pause pods", new SlotPausePodsByNode(HashTreePMap.empty(), HashTreePMap.empty(), 0, Set.of()));

    private final PMap<ObjectKey, SlotPausePod> byKey;
    private final PMap<String, PMap<ObjectKey, SlotPausePod>> byNode;

    /** The number of changes until now. */
    private final long version;
    /** The nodes of the last change. */
    private final Set<String> lastChanged;

    private SlotPausePodsByNode(
            PMap<ObjectKey, SlotPausePod> byKey,
            PMap<String, PMap<ObjectKey, SlotPausePod>> byNode,
            long version,
            Set<String> lastChanged) {
        this.byKey = byKey;
        this.byNode = byNode;
        this.version = version;
        this.lastChanged = lastChanged;
    }

    /** Returns these with that state of a pause pod; without it if it has finished, as it then holds nothing. */
    public SlotPausePodsByNode with(SlotPausePod pausePod) {
        if (pausePod.equals(byKey.get(pausePod.key()))) {
            return this;
        }
        SlotPausePodsByNode others = without(pausePod.key());
        if (pausePod.finished()) {
            return others;
        }
        String node = pausePod.place().node();
        Set<String> changed = new TreeSet<>(others == this ? Set.of() : others.lastChanged);
        changed.add(node);
        return new SlotPausePodsByNode(
                others.byKey.plus(pausePod.key(), pausePod),
                others.byNode.plus(node, others.mapOf(node).plus(pausePod.key(), pausePod)),
                version + 1,
                changed);
    }

    /** Returns these without the pause pod of that name. */
    public SlotPausePodsByNode without(ObjectKey key) {
        SlotPausePod pausePod = byKey.get(key);
        if (pausePod == null) {
            return this;
        }
        String node = pausePod.place().node();
        PMap<ObjectKey, SlotPausePod> rest = mapOf(node).minus(key);
        return new SlotPausePodsByNode(
                byKey.minus(key),
                rest.isEmpty() ? byNode.minus(node) : byNode.plus(node, rest),
                version + 1,
                Set.of(node));
    }

    /**
     * Returns the nodes whose pause pods are not those of the earlier value. Most values are one change later, and are
     * not compared.
     */
    Set<String> changedNodes(SlotPausePodsByNode earlier) {
        if (version == earlier.version + 1) {
            return lastChanged;
        }
        Set<String> nodes = new TreeSet<>(byNode.keySet());
        nodes.addAll(earlier.byNode.keySet());
        nodes.removeIf(node -> mapOf(node).equals(earlier.mapOf(node)));
        return nodes;
    }

    /** Returns those on the node. */
    Collection<SlotPausePod> on(String node) {
        return mapOf(node).values();
    }

    /** Returns the pause pods of the slot, of which there may be several while its size changes. */
    public List<SlotPausePod> of(String testbedUid, SlotPlace place) {
        return on(place.node()).stream()
                .filter(pausePod -> isOf(pausePod, testbedUid, place))
                .toList();
    }

    static boolean isOf(SlotPausePod pausePod, String testbedUid, SlotPlace place) {
        return pausePod.testbedUid().equals(testbedUid)
                && pausePod.place().node().equals(place.node())
                && pausePod.place().positionOnNode() == place.positionOnNode();
    }

    Set<String> nodes() {
        return byNode.keySet();
    }

    private PMap<ObjectKey, SlotPausePod> mapOf(String node) {
        return byNode.getOrDefault(node, HashTreePMap.empty());
    }
}
