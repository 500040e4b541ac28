package dev.edgewise.global.web;

import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.model.EnumText;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A member cluster as it is known now.
 *
 * @param namespaces that may use it; empty for all
 * @param cost of one CPU for an hour; null if it is not known
 * @param capacity null if it is not known
 * @param problem why it cannot be used; empty if it can
 * @param capacityProblem why its capacity could not be read the last time; empty if it was. The cluster answers in
 *     either case
 */
record ClusterResponse(
        String name,
        String uid,
        String location,
        Map<String, String> labels,
        List<String> namespaces,
        @Nullable Double cost,
        boolean reachable,
        @Nullable CapacityResponse capacity,
        @Nullable Double roundTripMillis,
        @Nullable Double energyPercent,
        String problem,
        String capacityProblem) {
    /**
     * The free capacity of its nodes.
     *
     * @param ageSeconds how old that is
     */
    record CapacityResponse(
            int nodes,
            long freeMilliCpu,
            long freeBytes,
            long freePods,
            long freeGpus,
            long allocatableMilliCpu,
            long allocatableBytes,
            long allocatableGpus,
            @Nullable Double ageSeconds) {
        private static CapacityResponse of(ClusterCapacity capacity, @Nullable Instant at, Instant now) {
            return new CapacityResponse(
                    capacity.nodes(),
                    Arrays.stream(capacity.freeMilliCpu()).sum(),
                    Arrays.stream(capacity.freeBytes()).sum(),
                    Arrays.stream(capacity.freePods()).asLongStream().sum(),
                    Arrays.stream(capacity.freeGpus()).asLongStream().sum(),
                    capacity.allocatable().milliCpu(),
                    capacity.allocatable().bytes(),
                    capacity.allocatable().gpus(),
                    at == null ? null : Math.max(0, Duration.between(at, now).toMillis() / 1000.0));
        }
    }

    static ClusterResponse of(Member member, Instant now) {
        ClusterCapacity capacity = member.capacity();
        return new ClusterResponse(
                member.name(),
                member.uid(),
                EnumText.of(member.location()),
                member.labels(),
                member.namespaces().stream().sorted().toList(),
                known(member.cost()),
                member.reachable(),
                capacity == null ? null : CapacityResponse.of(capacity, member.capacityAt(), now),
                known(member.roundTripMillis()),
                known(member.energyPercent()),
                member.problem(),
                member.capacityProblem());
    }

    private static @Nullable Double known(double figure) {
        return Double.isFinite(figure) ? figure : null;
    }
}
