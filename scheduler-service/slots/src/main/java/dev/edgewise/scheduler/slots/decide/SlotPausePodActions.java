package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates and deletes the ghost pods, which hold the room of free slots so that other schedulers do not use it. */
final class SlotPausePodActions {
    private final SlotDecisionInputIndex index;
    private final Set<Long> epochsOfApplications;
    /** The uids of the pods that have ended. */
    private final Set<String> finished = new HashSet<>();
    /** The uids of the pods that have succeeded: their applications make no further pods for their slots. */
    private final Set<String> succeeded = new HashSet<>();

    SlotPausePodActions(SlotDecisionInputIndex index) {
        this.index = index;
        this.epochsOfApplications =
                index.world().applications().stream().map(Application::epoch).collect(Collectors.toSet());
        for (SlotPod pod : index.world().pods()) {
            if (pod.isFinished()) {
                finished.add(pod.uid());
            }
            if (pod.phase() == SlotPod.Phase.SUCCEEDED) {
                succeeded.add(pod.uid());
            }
        }
    }

    /** @param slots slots of each testbed by its uid */
    List<SlotAction> actions(Map<String, List<Slot>> slots) {
        Map<String, List<SlotPausePod>> ghosts = index.world().ghosts().stream()
                .sorted(Comparator.comparing(SlotPausePod::key))
                .collect(Collectors.groupingBy(SlotPausePod::testbedUid));
        List<SlotAction> actions = new ArrayList<>();
        for (Testbed testbed : index.testbeds()) {
            List<SlotPausePod> own = ghosts.remove(testbed.uid());
            ofTestbed(testbed, slots.getOrDefault(testbed.uid(), List.of()), own == null ? List.of() : own, actions);
        }
        ghosts.values().forEach(orphans -> orphans.forEach(ghost -> delete(ghost, actions)));
        return actions;
    }

    private void ofTestbed(Testbed testbed, List<Slot> slots, List<SlotPausePod> ghosts, List<SlotAction> actions) {
        Map<String, Slot> byPlace = new HashMap<>();
        slots.forEach(slot -> byPlace.put(place(slot.place()), slot));
        Set<String> present = new HashSet<>();
        for (SlotPausePod ghost : ghosts) {
            Slot slot = byPlace.get(place(ghost.place()));
            boolean isKept = slot != null
                    && mayHaveGhost(testbed, slot)
                    && !ghost.finished()
                    && ghost.requests().equals(testbed.spec().resourcesPerSlot())
                    && present.add(place(ghost.place()));
            if (!isKept) {
                delete(ghost, actions);
            }
            if (ghost.terminating()) {
                present.add(place(ghost.place()));
            }
        }
        for (Slot slot : slots) {
            if (mayHaveGhost(testbed, slot) && needsGhost(testbed, slot) && present.add(place(slot.place()))) {
                actions.add(new SlotAction.CreateGhost(testbed, slot.place()));
            }
        }
    }

    private boolean mayHaveGhost(Testbed testbed, Slot slot) {
        boolean isEmpty = slot.state() == SlotState.FREE || slot.state() == SlotState.RESERVED;
        // Other schedulers count the room of a finished pod as free; the slot is not free before the pod is gone.
        boolean hasFinished = slot.podUid() != null && finished.contains(slot.podUid());
        return testbed.spec().heldBy() == FreeSlotHoldingMode.PODS && slot.held() && (isEmpty || hasFinished);
    }

    /**
     * Returns whether a slot gets a ghost. It gets none if its application or next pod exists: that pod will take the slot, and the kubelet would refuse it if
     * the ghost came first.
     */
    private boolean needsGhost(Testbed testbed, Slot slot) {
        if (slot.problem() != null) {
            return false;
        }
        boolean hasSucceeded = slot.podUid() != null && succeeded.contains(slot.podUid());
        return slot.state() == SlotState.FREE
                || hasSucceeded
                || (!epochsOfApplications.contains(slot.epoch())
                        && index.pods(testbed.uid(), slot.epoch()).stream().allMatch(SlotPod::isInSlot));
    }

    private static String place(SlotPlace place) {
        return place.node() + "/" + place.positionOnNode();
    }

    private static void delete(SlotPausePod ghost, List<SlotAction> actions) {
        if (!ghost.terminating()) {
            actions.add(new SlotAction.DeleteGhost(ghost));
        }
    }
}
