package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the room of nodes with that of a testbed's slots on them. Slots in use have their room; the first free ones get the rest. */
final class SlotCapacity {
    private final WorldIndex index;
    private final Testbed testbed;
    private final Resources perSlot;

    SlotCapacity(WorldIndex index, Testbed testbed) {
        this.index = index;
        this.testbed = testbed;
        this.perSlot = testbed.spec().resourcesPerSlot();
    }

    /**
     * Returns the positions whose nodes have too little room for them; never one that is in use.
     *
     * @param inUse positions that a run or a pod has
     */
    Set<Integer> withoutRoom(List<SlotPlace> places, Set<Integer> inUse) {
        Map<String, Resources> rooms = new HashMap<>();
        for (int position : inUse) {
            if (position < places.size()) {
                take(rooms, places.get(position).node());
            }
        }
        Set<Integer> without = new HashSet<>();
        for (int position = 0; position < places.size(); position++) {
            String node = places.get(position).node();
            if (inUse.contains(position) || index.node(node) == null) {
                continue;
            }
            Resources room = rooms.computeIfAbsent(node, this::room);
            if (fits(room)) {
                take(rooms, node);
            } else {
                without.add(position);
            }
        }
        return without;
    }

    /** Returns the sentence about a place without room. */
    String shortage(SlotPlace place) {
        return "node " + place.node() + " has too little room for a slot of " + describe(perSlot);
    }

    private void take(Map<String, Resources> rooms, String node) {
        rooms.put(node, rooms.computeIfAbsent(node, this::room).minus(perSlot));
    }

    /** Room of the node without pods that are no ghosts, and without those in slots of other testbeds. */
    private Resources room(String name) {
        NodeFacts node = index.node(name);
        if (node == null) {
            return Resources.NONE;
        }
        Resources room = node.allocatable().minus(node.otherRequests());
        for (SlotPod pod : index.podsInSlotsOn(name)) {
            Testbed other = index.testbedOfUid(pod.testbedUid());
            if (other != null && !other.uid().equals(testbed.uid())) {
                room = room.minus(other.spec().resourcesPerSlot());
            }
        }
        return room;
    }

    private boolean fits(Resources room) {
        return perSlot.milliCpu() <= room.milliCpu()
                && perSlot.memory() <= room.memory()
                && perSlot.ephemeralStorage() <= room.ephemeralStorage()
                && perSlot.scalars().entrySet().stream()
                        .allMatch(need -> need.getValue() <= room.scalar(need.getKey()));
    }

    private static String describe(Resources resources) {
        StringBuilder text = new StringBuilder();
        resources.quantities().forEach((name, amount) -> {
            if (!amount.equals("0") && !amount.equals("0m")) {
                text.append(text.length() == 0 ? "" : ", ")
                        .append(name)
                        .append(' ')
                        .append(amount);
            }
        });
        return text.toString();
    }
}
