package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.Requests;
import dev.edgewise.scheduler.model.Reservation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pod that stands on a node for a reservation, so that everything which counts a node's pods counts its room as taken. No
 * selector, workload or claim knows it, and no preemption reaches it.
 */
final class Placeholder {
    /** No namespace has a slash in its name. */
    private static final String NAMESPACE = "edgewise.dev/reservations";

    private Placeholder() {}

    static PodKey key(Reservation reservation) {
        return new PodKey(NAMESPACE, reservation.key() + "/" + reservation.uid());
    }

    static boolean isOne(Pod pod) {
        return pod.namespace().equals(NAMESPACE);
    }

    static Pod of(Reservation reservation) {
        return new Pod(
                key(reservation),
                reservation.uid(),
                Map.of(),
                Map.of(),
                "",
                null,
                "",
                reservation.createdAt(),
                false,
                spec(reservation),
                PodStatus.PENDING);
    }

    private static PodSpec spec(Reservation reservation) {
        return new PodSpec(
                "",
                reservation.node(),
                Integer.MAX_VALUE,
                false,
                List.of(),
                new Requests(reservation.requests(), reservation.requests()),
                List.of(),
                List.of(),
                NodeAffinity.NONE,
                PodAffinity.NONE,
                List.of(),
                PodVolumes.NONE,
                new PodImages(List.of(), List.of()),
                Set.of(),
                List.of());
    }
}
