package dev.edgewise.scheduler.slots.plan;

import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Numbers the slots of a testbed: by position on the node first, then by the node's index. With n nodes, the slots i
 * and i + n are on one node.
 */
public final class SlotNumbering {
    private SlotNumbering() {}

    /**
     * Returns the places in the order of their positions.
     *
     * @param nodes names of the nodes by their index
     */
    public static List<SlotPlace> places(int slotsPerNode, SortedMap<Integer, String> nodes) {
        List<SlotPlace> places = new ArrayList<>();
        for (int positionOnNode = 0; positionOnNode < slotsPerNode; positionOnNode++) {
            for (Map.Entry<Integer, String> node : nodes.entrySet()) {
                places.add(new SlotPlace(node.getValue(), node.getKey(), positionOnNode));
            }
        }
        return List.copyOf(places);
    }

    /**
     * Returns the places of a testbed after its nodes or its spec have changed. While it is in use no position changes
     * its place: new places follow behind, and the places that should disappear stay as retired ones. Otherwise the
     * places are numbered from the beginning.
     */
    public static List<SlotPlace> renumber(List<SlotPlace> present, List<SlotPlace> desired, boolean isInUse) {
        if (!isInUse || present.equals(desired)) {
            return desired;
        }
        Set<OnNode> known = new HashSet<>();
        present.forEach(place -> known.add(OnNode.of(place)));
        List<SlotPlace> places = new ArrayList<>(present);
        desired.stream().filter(place -> !known.contains(OnNode.of(place))).forEach(places::add);
        return List.copyOf(places);
    }

    /** Returns the positions whose places are not desired any more. */
    public static Set<Integer> retired(List<SlotPlace> places, List<SlotPlace> desired) {
        Set<OnNode> wanted = new HashSet<>();
        desired.forEach(place -> wanted.add(OnNode.of(place)));
        Set<Integer> retired = new HashSet<>();
        for (int position = 0; position < places.size(); position++) {
            if (!wanted.contains(OnNode.of(places.get(position)))) {
                retired.add(position);
            }
        }
        return retired;
    }

    /** A place without the node's index, which may be changed while the place stays. */
    private record OnNode(String node, int positionOnNode) {
        static OnNode of(SlotPlace place) {
            return new OnNode(place.node(), place.positionOnNode());
        }
    }
}
