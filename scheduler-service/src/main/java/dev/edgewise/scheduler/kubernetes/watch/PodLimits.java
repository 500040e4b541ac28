package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much of each kind a pod may hold to be read as a whole: more than any real pod has, and less than costs other tenants
 * memory or time, as each element is kept and compared with nodes and pods.
 */
final class PodLimits {
    private static final int MOST = 1_000;
    private static final int MOST_NODE_TERMS = 5_000;
    private static final int MOST_PORTS = 5_000;
    /** Expressions, values and names in all selectors of a field. */
    private static final int MOST_VALUES = 10_000;

    private static final String AFFINITY = "spec.affinity";
    private static final String SPREAD = "spec.topologySpreadConstraints";

    private static final List<Limit> LIMITS = List.of(
            new Limit(
                    "metadata.labels",
                    MOST,
                    "labels",
                    pod -> size(pod.getMetadata().getLabels()),
                    pod -> pod.getMetadata().setLabels(Map.of())),
            new Limit(
                    "spec.schedulingGates",
                    MOST,
                    "gates",
                    pod -> size(pod.getSpec().getSchedulingGates()),
                    pod -> pod.getSpec().setSchedulingGates(List.of())),
            new Limit(
                    "spec.tolerations",
                    MOST,
                    "tolerations",
                    pod -> size(pod.getSpec().getTolerations()),
                    pod -> pod.getSpec().setTolerations(List.of())),
            new Limit(
                    "spec.nodeSelector",
                    MOST,
                    "labels",
                    pod -> size(pod.getSpec().getNodeSelector()),
                    pod -> pod.getSpec().setNodeSelector(Map.of())),
            new Limit(
                    AFFINITY + ".nodeAffinity",
                    MOST_NODE_TERMS,
                    "terms",
                    pod -> AffinitySize.nodeTerms(pod.getSpec().getAffinity()),
                    PodLimits::dropAffinity),
            new Limit(
                    AFFINITY,
                    MOST,
                    "terms about pods",
                    pod -> AffinitySize.podTerms(pod.getSpec().getAffinity()),
                    PodLimits::dropAffinity),
            new Limit(
                    AFFINITY,
                    MOST_VALUES,
                    "expressions, values and names in all terms",
                    pod -> AffinitySize.values(pod.getSpec().getAffinity()),
                    PodLimits::dropAffinity),
            new Limit(
                    SPREAD,
                    MOST,
                    "constraints",
                    pod -> size(pod.getSpec().getTopologySpreadConstraints()),
                    PodLimits::dropSpread),
            new Limit(
                    SPREAD,
                    MOST_VALUES,
                    "expressions, values and names in all constraints",
                    pod -> AffinitySize.values(pod.getSpec().getTopologySpreadConstraints()),
                    PodLimits::dropSpread),
            new Limit("spec.volumes", MOST, "volumes", pod -> size(pod.getSpec().getVolumes()), pod -> pod.getSpec()
                    .setVolumes(List.of())),
            new Limit("spec.volumes", MOST, "monitors of rbd volumes", PodLimits::monitors, pod -> pod.getSpec()
                    .setVolumes(List.of())),
            new Limit(
                    "spec.resourceClaims",
                    MOST,
                    "claims",
                    pod -> size(pod.getSpec().getResourceClaims()),
                    pod -> pod.getSpec().setResourceClaims(List.of())),
            new Limit(
                    "spec.containers.ports", MOST_PORTS, "ports in all containers", PodLimits::ports, pod -> containers(
                                    pod)
                            .forEach(container -> container.setPorts(List.of()))),
            new Limit(
                    "spec.containers.resources",
                    MOST,
                    "names of resources",
                    pod -> PodAmounts.names(pod).size(),
                    PodAmounts::keepCore));

    private PodLimits() {}

    private record Limit(String field, int most, String what, ToIntFunction<Pod> size, Consumer<Pod> drop) {
        boolean isExceededBy(Pod pod) {
            return size.applyAsInt(pod) > most;
        }
    }

    /** @throws InvalidObjectException naming the first field that holds too much */
    static void check(Pod pod) {
        for (Limit limit : LIMITS) {
            if (limit.isExceededBy(pod)) {
                throw new InvalidObjectException(
                        limit.field, limit.size.applyAsInt(pod), "at most " + limit.most + " " + limit.what);
            }
        }
    }

    /** Empties the fields that hold too much. */
    static void cut(Pod pod) {
        for (Limit limit : LIMITS) {
            if (limit.isExceededBy(pod)) {
                limit.drop.accept(pod);
            }
        }
    }

    private static void dropAffinity(Pod pod) {
        pod.getSpec().setAffinity(null);
    }

    private static void dropSpread(Pod pod) {
        pod.getSpec().setTopologySpreadConstraints(List.of());
    }

    private static int monitors(Pod pod) {
        int count = 0;
        for (Volume volume : pod.getSpec().getVolumes()) {
            count += volume == null || volume.getRbd() == null
                    ? 0
                    : size(volume.getRbd().getMonitors());
        }
        return count;
    }

    private static int ports(Pod pod) {
        return containers(pod).mapToInt(container -> size(container.getPorts())).sum();
    }

    private static Stream<Container> containers(Pod pod) {
        return Stream.concat(pod.getSpec().getContainers().stream(), pod.getSpec().getInitContainers().stream())
                .filter(Objects::nonNull);
    }

    private static int size(@Nullable Collection<?> elements) {
        return elements == null ? 0 : elements.size();
    }

    private static int size(@Nullable Map<?, ?> elements) {
        return elements == null ? 0 : elements.size();
    }
}
