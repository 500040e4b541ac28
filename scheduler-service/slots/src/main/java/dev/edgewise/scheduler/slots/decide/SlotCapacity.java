package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.HashMap;
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
     * Returns the positions whose nodes have too little room for them, with a sentence about it; never one that is in use.
     *
     * @param inUse positions that a run or a pod has
     */
    Map<Integer, String> shortages(List<SlotPlace> places, Set<Integer> inUse) {
        Map<String, Room> rooms = new HashMap<>();
        for (int position : inUse) {
            if (position < places.size()) {
                take(rooms, places.get(position).node());
            }
        }
        Map<Integer, String> shortages = new HashMap<>();
        for (int position = 0; position < places.size(); position++) {
            String node = places.get(position).node();
            if (inUse.contains(position) || index.node(node) == null) {
                continue;
            }
            Room room = rooms.computeIfAbsent(node, this::room);
            if (room.pods() > 0 && fits(room.resources())) {
                take(rooms, node);
            } else {
                shortages.put(position, shortage(node, room));
            }
        }
        return shortages;
    }

    private String shortage(String node, Room room) {
        return room.pods() > 0
                ? "node " + node + " has too little room for a slot of " + describe(perSlot)
                : "node " + node + " takes no further pod, as its kubelet has as many as it may";
    }

    private void take(Map<String, Room> rooms, String node) {
        rooms.put(node, rooms.computeIfAbsent(node, this::room).minus(perSlot));
    }

    /**
     * The room of a node.
     *
     * @param pods number of pods that it takes
     */
    private record Room(Resources resources, long pods) {
        Room minus(Resources ofPod) {
            return new Room(resources.minus(ofPod), pods - 1);
        }
    }

    /** Room of the node without pods that are no ghosts, and without those in slots of other testbeds. */
    private Room room(String name) {
        NodeFacts node = index.node(name);
        if (node == null) {
            return new Room(Resources.NONE, 0);
        }
        Room room = new Room(node.allocatable().minus(node.otherRequests()), node.freePods());
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
