package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.slots.decide.GhostPod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The pods of ours that hold the room of slots where other schedulers look. Immutable. They are no pods of the state: on their nodes they count as the room that their
 * slots keep, and additionally only where they hold more.
 */
public final class SlotGhosts {
    public static final FactKey<SlotGhosts> FACT =
            FactKey.of("ghost pods", new SlotGhosts(HashTreePMap.empty(), HashTreePMap.empty(), 0, Set.of()));

    private final PMap<ObjectKey, GhostPod> byKey;
    private final PMap<String, PMap<ObjectKey, GhostPod>> byNode;

    /** The number of changes until now. */
    private final long version;
    /** The nodes of the last change. */
    private final Set<String> lastChanged;

    private SlotGhosts(
            PMap<ObjectKey, GhostPod> byKey,
            PMap<String, PMap<ObjectKey, GhostPod>> byNode,
            long version,
            Set<String> lastChanged) {
        this.byKey = byKey;
        this.byNode = byNode;
        this.version = version;
        this.lastChanged = lastChanged;
    }

    /** Returns these with that state of a ghost pod; without it if it has finished, as it then holds nothing. */
    public SlotGhosts with(GhostPod ghost) {
        if (ghost.equals(byKey.get(ghost.key()))) {
            return this;
        }
        SlotGhosts others = without(ghost.key());
        if (ghost.finished()) {
            return others;
        }
        String node = ghost.place().node();
        Set<String> changed = new TreeSet<>(others == this ? Set.of() : others.lastChanged);
        changed.add(node);
        return new SlotGhosts(
                others.byKey.plus(ghost.key(), ghost),
                others.byNode.plus(node, others.mapOf(node).plus(ghost.key(), ghost)),
                version + 1,
                changed);
    }

    /** Returns these without the ghost pod of that name. */
    public SlotGhosts without(ObjectKey key) {
        GhostPod ghost = byKey.get(key);
        if (ghost == null) {
            return this;
        }
        String node = ghost.place().node();
        PMap<ObjectKey, GhostPod> rest = mapOf(node).minus(key);
        return new SlotGhosts(
                byKey.minus(key),
                rest.isEmpty() ? byNode.minus(node) : byNode.plus(node, rest),
                version + 1,
                Set.of(node));
    }

    /** Returns the nodes whose ghost pods are not those of the earlier value. Most values are one change later, and are not compared. */
    Set<String> changedNodes(SlotGhosts earlier) {
        if (version == earlier.version + 1) {
            return lastChanged;
        }
        Set<String> nodes = new TreeSet<>(byNode.keySet());
        nodes.addAll(earlier.byNode.keySet());
        nodes.removeIf(node -> mapOf(node).equals(earlier.mapOf(node)));
        return nodes;
    }

    /** Returns those on the node. */
    Collection<GhostPod> on(String node) {
        return mapOf(node).values();
    }

    /** Returns the ghost pods of the slot, of which there may be several while its size changes. */
    public List<GhostPod> of(String testbedUid, SlotPlace place) {
        return on(place.node()).stream()
                .filter(ghost -> isOf(ghost, testbedUid, place))
                .toList();
    }

    static boolean isOf(GhostPod ghost, String testbedUid, SlotPlace place) {
        return ghost.testbedUid().equals(testbedUid)
                && ghost.place().node().equals(place.node())
                && ghost.place().positionOnNode() == place.positionOnNode();
    }

    Set<String> nodes() {
        return byNode.keySet();
    }

    private PMap<ObjectKey, GhostPod> mapOf(String node) {
        return byNode.getOrDefault(node, HashTreePMap.empty());
    }
}
