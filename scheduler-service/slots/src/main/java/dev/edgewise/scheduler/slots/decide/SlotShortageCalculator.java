package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the room of nodes with that of a testbed's slots on them. A pod in a slot counts as what it requests, which
 * may be the size that slots had earlier. Slots that are reserved have their room; the first free ones get the rest.
 */
final class SlotShortageCalculator {
    private final SlotDecisionInputIndex index;
    private final Resources perSlot;

    SlotShortageCalculator(SlotDecisionInputIndex index, Testbed testbed) {
        this.index = index;
        this.perSlot = testbed.spec().resourcesPerSlot();
    }

    /**
     * Returns the positions whose nodes have too little room for them, with a sentence about it; never one that is in
     * use.
     *
     * @param pods pods in slots by position
     * @param reserved positions that a run has
     */
    Map<Integer, String> shortages(List<SlotPlace> places, Map<Integer, SlotPod> pods, Set<Integer> reserved) {
        Map<String, Room> rooms = new HashMap<>();
        Set<Integer> inUse = new HashSet<>(reserved);
        inUse.addAll(pods.keySet());
        for (int position : inUse) {
            SlotPod pod = pods.get(position);
            boolean countsItself = pod != null && !pod.isFinished();
            if (position < places.size() && !countsItself) {
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

    private Room room(String name) {
        NodeFacts node = index.node(name);
        return node == null
                ? new Room(Resources.NONE, 0)
                : new Room(node.allocatable().minus(node.requests()), node.freePods());
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
