package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.SlotPod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.state.PodWithSlotAnnotation;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Says which pods are in which slots of one namespace. The watch of batch jobs brings pods by their label; a pod that
 * lost the label by hand is still in the state of the scheduler, which finds it by its annotation. The binding of a
 * kube-scheduler names no slot: the state says which one its pod has, and of a finished pod, which the state does not
 * have any more, it is the lowest of its slots on its node that no other pod is in.
 */
final class SlotPodReader {
    private final String namespace;
    private final ClaimLedger claims;
    private final SlotIndex slots;
    private final List<SlotPod> pods = new ArrayList<>();
    /** The slots that pods are in, as uid of the testbed and position. */
    private final Set<String> taken = new HashSet<>();

    SlotPodReader(String namespace, ClaimLedger claims, SlotIndex slots) {
        this.namespace = namespace;
        this.claims = claims;
        this.slots = slots;
    }

    /**
     * Returns the pods that name slots.
     *
     * @param known pods of batch jobs by their label
     * @param testbeds uids of the namespace's testbeds
     */
    List<SlotPod> read(Collection<ObservedBatchJobPod> known, Set<String> testbeds) {
        Set<String> uids = new HashSet<>();
        List<ObservedBatchJobPod> finished = new ArrayList<>();
        for (ObservedBatchJobPod pod : known) {
            uids.add(pod.uid());
            int position = position(pod);
            if (position == SlotPod.NO_POSITION && pod.node() != null) {
                finished.add(pod);
            } else {
                put(pod.in(position));
            }
        }
        for (String testbed : testbeds) {
            for (PodWithSlotAnnotation user : slots.testbed(testbed).bound()) {
                if (!uids.contains(user.uid()) && user.pod().namespace().equals(namespace)) {
                    put(withoutLabel(user));
                }
            }
        }
        finished.sort(Comparator.comparing(ObservedBatchJobPod::key));
        finished.forEach(pod -> put(pod.in(lowestFree(pod))));
        return pods;
    }

    private int position(ObservedBatchJobPod pod) {
        return pod.position() != SlotPod.NO_POSITION || pod.node() == null
                ? pod.position()
                : slots.positionOf(
                        pod.testbedUid(),
                        new PodKey(pod.key().namespace(), pod.key().name()),
                        pod.uid());
    }

    private SlotPod withoutLabel(PodWithSlotAnnotation user) {
        return new SlotPod(
                new ObjectKey(user.pod().namespace(), user.pod().name()),
                user.uid(),
                "",
                user.testbedUid(),
                user.epoch(),
                user.node(),
                slots.positionOf(user.testbedUid(), user.pod(), user.uid()),
                SlotPod.Phase.RUNNING,
                null);
    }

    private int lowestFree(ObservedBatchJobPod pod) {
        List<SlotPlace> places = claims.layouts().getOrDefault(pod.testbedUid(), List.of());
        for (int position : pod.asked()) {
            boolean isThere =
                    position < places.size() && places.get(position).node().equals(pod.node());
            if (isThere && !taken.contains(slot(pod.testbedUid(), position))) {
                return position;
            }
        }
        return SlotPod.NO_POSITION;
    }

    private void put(SlotPod pod) {
        pods.add(pod);
        taken.add(slot(pod.testbedUid(), pod.position()));
    }

    private static String slot(String testbed, int position) {
        return testbed + "/" + position;
    }
}
