package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.state.CapacityPlaceholders;
import dev.edgewise.scheduler.state.NodeState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reserves the capacity of the slots of each node with placeholders, which count as pods of the node when others are
 * placed. Free slots get a placeholder in the order of testbeds and positions, as long as the node has capacity left.
 * The capacity of a pause pod is a part of its slot's placeholder; if its slot is not free, the pause pod has a
 * placeholder of its own. Not thread-safe.
 */
final class SlotCapacityPlaceholders {
    /** The kind of the placeholders of free slots, with names as {@link #name}. */
    static final String KIND = "slot";

    private static final String PAUSE_POD = "pause-pod/";

    private final CapacityPlaceholders placeholders;
    /** The capacity that placeholders reserve, by node and then by name. */
    private final Map<String, Map<String, Resources>> kept = new HashMap<>();
    /** The node of each placeholder, by its name. */
    private final Map<String, String> nodes = new HashMap<>();
    /** The nodes with a free slot for which there was no capacity. */
    private final Set<String> lacking = new HashSet<>();

    /**
     * A slot on a node.
     *
     * @param taker the pod in it; null if it is free
     */
    record NodeSlot(TestbedSlots testbed, int position, SlotPlace place, @Nullable PodWithSlotAnnotation taker) {
        /** Compares slots by testbed and position: all slots of a testbed need not be looked at. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof NodeSlot slot
                    && slot.position == position
                    && slot.testbed.uid().equals(testbed.uid());
        }

        @Override
        public int hashCode() {
            return 31 * testbed.uid().hashCode() + position;
        }
    }

    SlotCapacityPlaceholders(CapacityPlaceholders placeholders) {
        this.placeholders = placeholders;
    }

    static String name(String testbedUid, int position) {
        return testbedUid + "/" + position;
    }

    boolean isLacking(String node) {
        return lacking.contains(node);
    }

    List<String> lacking() {
        return List.copyOf(lacking);
    }

    /** Returns whether a placeholder of that name stands on the node. */
    boolean isKept(String node, String name) {
        return kept.getOrDefault(node, Map.of()).containsKey(name);
    }

    /**
     * Keeps the room of the node's slots as it should be now.
     *
     * @param state the node; null while it is not there: then all room is kept, for when it returns
     * @param slots its slots, in the order in which they get room
     * @param pausePods the pause pods on it
     * @param leaves whether the pause pod goes before the pod is bound that is in its slot
     * @return the free slots whose room is kept
     */
    Set<NodeSlot> settle(
            String node,
            @Nullable NodeState state,
            List<NodeSlot> slots,
            Collection<SlotPausePod> pausePods,
            Predicate<PodKey> leaves) {
        Map<String, Resources> before = kept.getOrDefault(node, Map.of());
        NodeRoom room = state == null ? null : new NodeRoom(state);
        if (room != null) {
            before.values().forEach(room::giveBack);
        }
        Map<String, Resources> wanted = new LinkedHashMap<>();
        List<SlotPausePod> orphans = new ArrayList<>(pausePods);
        Map<NodeSlot, Resources> ofPausePods = new LinkedHashMap<>();
        for (NodeSlot slot : slots) {
            Resources held = takePausePods(slot, orphans);
            boolean counts = slot.taker() == null || !leaves.test(slot.taker().pod());
            if (!held.isNone() && counts) {
                ofPausePods.put(slot, held);
                wanted.put(name(slot.testbed().uid(), slot.position()), held);
                take(room, held);
            }
        }
        for (SlotPausePod orphan : orphans) {
            wanted.put(PAUSE_POD + orphan.key(), orphan.requests());
            take(room, orphan.requests());
        }
        Set<NodeSlot> held = share(node, slots, ofPausePods, room, wanted);
        replace(node, before, wanted);
        return held;
    }

    /** Gives each free slot its room, beyond what its pause pods hold. */
    private Set<NodeSlot> share(
            String node,
            List<NodeSlot> slots,
            Map<NodeSlot, Resources> ofPausePods,
            @Nullable NodeRoom room,
            Map<String, Resources> wanted) {
        Set<NodeSlot> held = new HashSet<>();
        lacking.remove(node);
        for (NodeSlot slot : slots) {
            if (slot.taker() != null || !slot.testbed().held()) {
                continue;
            }
            Resources pausePod = ofPausePods.getOrDefault(slot, Resources.NONE);
            Resources full = slot.testbed().room().max(pausePod);
            if (room != null && !pausePod.isNone()) {
                room.giveBack(pausePod);
            }
            if (room == null || room.fits(full)) {
                held.add(slot);
                wanted.put(name(slot.testbed().uid(), slot.position()), full);
                take(room, full);
            } else {
                lacking.add(node);
                if (!pausePod.isNone()) {
                    room.take(pausePod);
                }
            }
        }
        return held;
    }

    private static void take(@Nullable NodeRoom room, Resources amount) {
        if (room != null) {
            room.take(amount);
        }
    }

    /** Returns the room that the pause pods of the slot hold, and removes them from the list. */
    private static Resources takePausePods(NodeSlot slot, List<SlotPausePod> pausePods) {
        Resources held = Resources.NONE;
        for (SlotPausePod pausePod : List.copyOf(pausePods)) {
            if (SlotPausePodsByNode.isOf(pausePod, slot.testbed().uid(), slot.place())) {
                held = held.plus(pausePod.requests());
                pausePods.remove(pausePod);
            }
        }
        return held;
    }

    private void replace(String node, Map<String, Resources> before, Map<String, Resources> wanted) {
        for (String name : before.keySet()) {
            if (!wanted.containsKey(name)) {
                placeholders.release(KIND, name);
                nodes.remove(name);
            }
        }
        wanted.forEach((name, amount) -> {
            if (!amount.equals(before.get(name))) {
                String other = nodes.put(name, node);
                if (other != null && !other.equals(node)) {
                    // A slot that has moved keeps nothing on the node before.
                    kept.getOrDefault(other, new HashMap<>()).remove(name);
                }
                placeholders.keep(KIND, name, node, amount);
            }
        });
        if (wanted.isEmpty()) {
            kept.remove(node);
        } else {
            kept.put(node, wanted);
        }
    }
}
