package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.SlotNumbering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the slots of a testbed from the ledger, the pods in them, and their nodes. */
final class SlotListBuilder {
    private final SlotDecisionInputIndex index;
    private final SlotTimeouts rules;
    private final NextDeadlineTracker deadlines;

    SlotListBuilder(SlotDecisionInputIndex index, SlotTimeouts rules, NextDeadlineTracker deadlines) {
        this.index = index;
        this.rules = rules;
        this.deadlines = deadlines;
    }

    /**
     * Returns the slots by position.
     *
     * @param desired places that the spec and the nodes ask for now
     * @param holder claim of the testbed; null if none
     * @param held whether the room of free slots is held
     */
    List<Slot> slots(
            Testbed testbed, List<SlotPlace> places, List<SlotPlace> desired, @Nullable Claim holder, boolean held) {
        Map<Integer, SlotPod> pods = podsByPosition(testbed, places);
        Map<Integer, Holder> holders = holdersByPosition(holder);
        Set<Integer> retired = SlotNumbering.retired(places, desired);
        Map<Integer, String> shortages =
                new SlotShortageCalculator(index, testbed).shortages(places, pods, holders.keySet());
        List<Slot> slots = new ArrayList<>();
        for (int position = 0; position < places.size(); position++) {
            SlotPlace place = places.get(position);
            SlotPod pod = pods.get(position);
            Holder user = holders.get(position);
            SlotState state = state(place, pod, user);
            boolean isRetired = retired.contains(position);
            slots.add(new Slot(
                    position,
                    place,
                    state,
                    user == null ? null : user.job(),
                    pod == null ? null : pod.key().name(),
                    pod == null ? null : pod.uid(),
                    user == null ? 0 : user.run().epoch(),
                    (held || user != null) && !isRetired && lossOf(place) == null,
                    isRetired,
                    problem(testbed, place, shortages.get(position))));
        }
        return slots;
    }

    /** Returns the reason why the place is lost; null if it is not. */
    @Nullable
    String lossOf(SlotPlace place) {
        NodeFacts node = index.node(place.node());
        if (node == null) {
            return "node " + place.node() + " is gone";
        }
        if (node.unreachableSince() != null && deadlines.hasPassed(node.unreachableSince(), rules.unreachable())) {
            return "node " + place.node() + " is unreachable since " + node.unreachableSince();
        }
        return null;
    }

    private SlotState state(SlotPlace place, @Nullable SlotPod pod, @Nullable Holder user) {
        if (lossOf(place) != null) {
            return SlotState.LOST;
        }
        if (pod != null) {
            return user != null && user.run().epoch() == pod.epoch() ? SlotState.OCCUPIED : SlotState.LOST;
        }
        return user == null ? SlotState.FREE : SlotState.RESERVED;
    }

    private @Nullable String problem(Testbed testbed, SlotPlace place, @Nullable String shortage) {
        NodeFacts node = index.node(place.node());
        String ofNode = node == null ? lossOf(place) : NodeUsability.problem(testbed, node);
        return ofNode == null ? shortage : ofNode;
    }

    /** A pod that is not on the node of the slot that it names is in no slot. */
    private Map<Integer, SlotPod> podsByPosition(Testbed testbed, List<SlotPlace> places) {
        Map<Integer, SlotPod> pods = new HashMap<>();
        for (SlotPod pod : index.pods(testbed.uid())) {
            int position = pod.position();
            if (pod.isInSlot()
                    && position < places.size()
                    && places.get(position).node().equals(pod.node())) {
                pods.putIfAbsent(position, pod);
            }
        }
        return pods;
    }

    private static Map<Integer, Holder> holdersByPosition(@Nullable Claim claim) {
        Map<Integer, Holder> holders = new HashMap<>();
        for (ClaimedJob job : claim == null ? List.<ClaimedJob>of() : claim.jobs()) {
            ClaimedJobRun run = job.run();
            if (run != null) {
                run.positions().forEach(position -> holders.put(position, new Holder(job.name(), run)));
            }
        }
        return holders;
    }

    /** The run that has a slot, and its job. */
    private record Holder(String job, ClaimedJobRun run) {}
}
