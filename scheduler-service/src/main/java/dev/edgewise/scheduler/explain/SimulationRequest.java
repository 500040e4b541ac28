package dev.edgewise.scheduler.explain;

import dev.edgewise.common.security.Permission;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What would be: where pods would go if others were gone, and room were kept.
 *
 * @param profile of all pods; null for each pod's own
 * @param pods in the order in which they are placed
 * @param removals pods that would be gone
 * @param reservations room that would be kept
 */
record SimulationRequest(
        @Nullable String profile, List<SimulatedPod> pods, List<PodKey> removals, List<Reservation> reservations) {
    /** A pod to be placed: one of both. */
    record SimulatedPod(@Nullable Pod pod, @Nullable PodKey like) {}

    /** What its caller must be allowed to see: pods of every namespace that it names. */
    List<Permission> needed() {
        Set<String> others = new HashSet<>();
        reservations.forEach(reservation -> others.add(reservation.key().namespace()));
        Stream.concat(removals.stream(), pods.stream().flatMap(wanted -> Stream.ofNullable(wanted.like())))
                .forEach(key -> others.add(key.namespace()));
        return NeededPermissions.toSee(
                pods.stream().flatMap(wanted -> Stream.ofNullable(wanted.pod())).toList(), others);
    }
}
