package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.framework.PreFilterResult;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The slots that one pod may take now. Accepts their nodes only as they are without the slot's placeholder. */
final class PodSlotCheck implements PreparedNodeFilter {
    /** The room is free once the pod takes the slot: an eviction may help beside it. */
    private static final Rejection KEPT =
            Rejection.unschedulable(SlotFilter.NAME, "node(s) keep the room of a slot that the pod does not take");

    private final List<HeldCapacity> rooms;
    private final Map<String, List<HeldCapacity>> byNode = new HashMap<>();
    private final Rejection elsewhere;
    private final PreFilterResult candidates;

    /**
     * Checks nodes for the pod.
     *
     * @param rooms of the slots, in the order in which they are tried
     * @param elsewhere reason for all other nodes
     */
    PodSlotCheck(List<HeldCapacity> rooms, String elsewhere, Pod pod, Snapshot snapshot) {
        this.rooms = rooms;
        this.elsewhere = Rejection.unresolvable(SlotFilter.NAME, elsewhere);
        Map<String, NodeState> nodes = new LinkedHashMap<>();
        for (HeldCapacity room : rooms) {
            byNode.computeIfAbsent(room.node(), any -> new ArrayList<>(1)).add(room);
            NodeState node = nodes.containsKey(room.node()) ? null : room.nodeFor(pod, snapshot);
            if (node != null) {
                nodes.put(node.name(), node);
            }
        }
        this.candidates = PreFilterResult.of(List.copyOf(nodes.values()), this.elsewhere);
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        List<HeldCapacity> here = byNode.get(node.name());
        if (here == null) {
            return elsewhere;
        }
        return here.stream().allMatch(room -> room.hasPlaceholderOn(node)) ? KEPT : null;
    }

    @Override
    public PreFilterResult candidates() {
        return candidates;
    }

    @Override
    public List<HeldCapacity> keptRooms() {
        return rooms;
    }
}
