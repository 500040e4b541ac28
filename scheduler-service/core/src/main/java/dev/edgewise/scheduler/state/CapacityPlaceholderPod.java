package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods that stand on a node for a reservation, for what it keeps for others' failures, or for an object of a
 * module, so that everything which counts a node's pods counts its room as taken. No selector, workload or claim knows
 * it. Preemption may end a reservation, and reaches none of the others.
 */
final class CapacityPlaceholderPod {
    /** No namespace has a slash in its name. */
    private static final String NAMESPACE = "edgewise.dev/reservations";

    /** No reservation's namespace has such a name. */
    private static final String RECOVERY = "/recovery/";

    /** The status of a pod that counts as bound. */
    private static final PodStatus STATUS = new PodStatus(PodStatus.Phase.PENDING, null, null, false, true, false);

    private static final Comparator<Pod> OLDEST_FIRST =
            Comparator.comparing(Pod::createdAt).thenComparing(pod -> pod.key().name());

    private CapacityPlaceholderPod() {}

    static PodKey key(Reservation reservation) {
        return new PodKey(NAMESPACE, reservation.key() + "/" + reservation.uid());
    }

    static boolean isOne(Pod pod) {
        return pod.namespace().equals(NAMESPACE);
    }

    /**
     * Whether it stands for a reservation, not for anything else that its node keeps. The names of all others begin
     * with a slash.
     */
    static boolean isReservation(Pod pod) {
        return isOne(pod) && !pod.key().name().startsWith("/");
    }

    /** A placeholder of a kind that a module has; preemption does not reach it. */
    static Pod of(String kind, String name, String node, Resources requests) {
        String path = "/" + kind + "/" + name;
        return pod(Integer.MAX_VALUE, new PodKey(NAMESPACE, path), path, Instant.EPOCH, node, requests);
    }

    static Pod of(Reservation reservation) {
        return of(reservation, 0);
    }

    /** @param priority a pod of a higher one may end the reservation */
    static Pod of(Reservation reservation, int priority) {
        return pod(
                priority,
                key(reservation),
                reservation.uid(),
                reservation.createdAt(),
                reservation.node(),
                reservation.requests());
    }

    /** Returns as many placeholders as pods fit into the reserve; one of them has all its resources. */
    static List<Pod> of(String node, ResourceDemand kept) {
        List<Pod> pods = new ArrayList<>(kept.pods());
        for (int i = 0; i < kept.pods(); i++) {
            String name = RECOVERY + node + "/" + i;
            pods.add(pod(
                    Integer.MAX_VALUE,
                    new PodKey(NAMESPACE, name),
                    name,
                    Instant.EPOCH,
                    node,
                    i == 0 ? kept.resources() : Resources.NONE));
        }
        return pods;
    }

    /** Returns whether it stands for a reservation that comes after that of the other one. */
    static boolean isYounger(Pod pod, Pod than) {
        return isReservation(pod) && OLDEST_FIRST.compare(pod, than) > 0;
    }

    /** Returns whether it stands for what its node keeps for others' failures. */
    static boolean isForRecovery(Pod pod) {
        return isOne(pod) && pod.key().name().startsWith(RECOVERY);
    }

    private static Pod pod(int priority, PodKey key, String uid, Instant createdAt, String node, Resources requests) {
        return new Pod(
                key, uid, Map.of(), Map.of(), "", null, "", createdAt, false, spec(priority, node, requests), STATUS);
    }

    private static PodSpec spec(int priority, String node, Resources requests) {
        return new PodSpec(
                "",
                node,
                priority,
                false,
                List.of(),
                new PodResourceRequests(requests, requests),
                HostPorts.NONE,
                List.of(),
                NodeAffinity.NONE,
                PodAffinity.NONE,
                List.of(),
                PodVolumes.NONE,
                PodImages.NONE,
                Set.of(),
                List.of());
    }
}
