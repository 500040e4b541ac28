package dev.edgewise.scheduler.explain;

import dev.edgewise.common.security.Permission;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request to simulate placements with pods removed and capacity reserved.
 *
 * @param profile of all pods; null for each pod's own
 * @param pods in the order in which they are placed
 * @param removals pods that would be gone
 * @param reservations capacity that would be reserved
 * @param timeout after which the pods that are left have no answer
 */
record SimulationRequest(
        @Nullable String profile,
        List<SimulationRequestElement<SimulatedPod>> pods,
        List<SimulationRequestElement<PodKey>> removals,
        List<SimulationRequestElement<Reservation>> reservations,
        Duration timeout) {
    /** A pod to be placed: one of both. */
    record SimulatedPod(@Nullable Pod pod, @Nullable PodKey like) {
        String name() {
            return String.valueOf(pod == null ? like : pod.key());
        }
    }

    /** The rights that its caller needs: to see the pods of every namespace that it names. */
    List<Permission> needed() {
        Set<String> others = new HashSet<>();
        reservations.stream()
                .flatMap(SimulationRequestElement::values)
                .forEach(reservation -> others.add(reservation.key().namespace()));
        Stream.concat(
                        removals.stream().flatMap(SimulationRequestElement::values),
                        simulated().flatMap(wanted -> Stream.ofNullable(wanted.like())))
                .forEach(key -> others.add(key.namespace()));
        return NeededPermissions.toSee(
                simulated().flatMap(wanted -> Stream.ofNullable(wanted.pod())).toList(), others);
    }

    private Stream<SimulatedPod> simulated() {
        return pods.stream().flatMap(SimulationRequestElement::values);
    }
}
