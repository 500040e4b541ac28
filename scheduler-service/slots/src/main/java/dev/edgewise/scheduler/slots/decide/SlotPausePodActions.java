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

/** Creates and deletes the pause pods, which hold the room of free slots so that other schedulers do not use it. */
final class SlotPausePodActions {
    private final SlotDecisionInputIndex index;
    private final Set<Long> epochsOfApplications;
    /** The uids of the pods that have ended. */
    private final Set<String> finished = new HashSet<>();
    /** The uids of the pods that have succeeded: their applications make no further pods for their slots. */
    private final Set<String> succeeded = new HashSet<>();

    SlotPausePodActions(SlotDecisionInputIndex index) {
        this.index = index;
        this.epochsOfApplications = index.input().applications().stream()
                .map(ObservedBatchJobApplication::epoch)
                .collect(Collectors.toSet());
        for (SlotPod pod : index.input().pods()) {
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
        Map<String, List<SlotPausePod>> pausePods = index.input().pausePods().stream()
                .sorted(Comparator.comparing(SlotPausePod::key))
                .collect(Collectors.groupingBy(SlotPausePod::testbedUid));
        List<SlotAction> actions = new ArrayList<>();
        for (Testbed testbed : index.testbeds()) {
            List<SlotPausePod> own = pausePods.remove(testbed.uid());
            ofTestbed(testbed, slots.getOrDefault(testbed.uid(), List.of()), own == null ? List.of() : own, actions);
        }
        pausePods.values().forEach(orphans -> orphans.forEach(pausePod -> delete(pausePod, actions)));
        return actions;
    }

    private void ofTestbed(Testbed testbed, List<Slot> slots, List<SlotPausePod> pausePods, List<SlotAction> actions) {
        Map<String, Slot> byPlace = new HashMap<>();
        slots.forEach(slot -> byPlace.put(place(slot.place()), slot));
        Set<String> present = new HashSet<>();
        for (SlotPausePod pausePod : pausePods) {
            Slot slot = byPlace.get(place(pausePod.place()));
            boolean isKept = slot != null
                    && mayHavePausePod(testbed, slot)
                    && !pausePod.finished()
                    && pausePod.requests().equals(testbed.spec().resourcesPerSlot())
                    && present.add(place(pausePod.place()));
            if (!isKept) {
                delete(pausePod, actions);
            }
            if (pausePod.terminating()) {
                present.add(place(pausePod.place()));
            }
        }
        for (Slot slot : slots) {
            if (mayHavePausePod(testbed, slot) && needsPausePod(testbed, slot) && present.add(place(slot.place()))) {
                actions.add(new SlotAction.CreatePausePod(testbed, slot.place()));
            }
        }
    }

    private boolean mayHavePausePod(Testbed testbed, Slot slot) {
        boolean isEmpty = slot.state() == SlotState.FREE || slot.state() == SlotState.RESERVED;
        // Other schedulers count the room of a finished pod as free; the slot is not free before the pod is gone.
        boolean hasFinished = slot.podUid() != null && finished.contains(slot.podUid());
        return testbed.spec().heldBy() == FreeSlotHoldingMode.PODS && slot.held() && (isEmpty || hasFinished);
    }

    /**
     * Returns whether a slot gets a pause pod. It gets none if its application or next pod exists: that pod will take
     * the slot, and the kubelet would refuse it if the pause pod came first.
     */
    private boolean needsPausePod(Testbed testbed, Slot slot) {
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

    private static void delete(SlotPausePod pausePod, List<SlotAction> actions) {
        if (!pausePod.terminating()) {
            actions.add(new SlotAction.DeletePausePod(pausePod));
        }
    }
}
