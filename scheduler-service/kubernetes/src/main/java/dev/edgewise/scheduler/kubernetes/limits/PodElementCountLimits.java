package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limits the elements of each kind that a pod may have to be read as a whole: more than any real pod has, and fewer
 * than would cost other tenants memory or time, as each element is kept and compared with nodes and pods.
 */
public final class PodElementCountLimits {
    private static final int MOST = 1_000;
    private static final int MOST_NODE_TERMS = 5_000;
    private static final int MOST_PORTS = 5_000;
    /** Expressions, values and names in all selectors of a field. */
    private static final int MOST_VALUES = 10_000;

    private static final String AFFINITY = "spec.affinity";
    private static final String SPREAD = "spec.topologySpreadConstraints";
    private static final String VALUES = "expressions, values and names in all ";

    private static final List<Limit> LIMITS = List.of(
            new Limit("metadata.labels", MOST, "labels", PodElementCountLimits::labels),
            new Limit("spec.schedulingGates", MOST, "gates", list(PodSpec::getSchedulingGates)),
            new Limit("spec.tolerations", MOST, "tolerations", list(PodSpec::getTolerations)),
            new Limit("spec.nodeSelector", MOST, "labels", PodElementCountLimits::selected),
            new Limit(
                    AFFINITY + ".nodeAffinity",
                    MOST_NODE_TERMS,
                    "terms",
                    affinity(AffinityRequirementCounter::nodeTerms)),
            new Limit(AFFINITY, MOST, "terms about pods", affinity(AffinityRequirementCounter::podTerms)),
            new Limit(AFFINITY, MOST_VALUES, VALUES + "terms", affinity(AffinityRequirementCounter::values)),
            new Limit(SPREAD, MOST, "constraints", list(PodSpec::getTopologySpreadConstraints)),
            new Limit(SPREAD, MOST_VALUES, VALUES + "constraints", PodElementCountLimits::spread),
            new Limit("spec.volumes", MOST, "volumes", list(PodSpec::getVolumes)),
            new Limit("spec.volumes", MOST, "monitors of rbd volumes", PodElementCountLimits::monitors),
            new Limit("spec.resourceClaims", MOST, "claims", list(PodSpec::getResourceClaims)),
            new Limit("spec.containers.ports", MOST_PORTS, "ports in all containers", PodElementCountLimits::ports),
            new Limit("spec.containers.resources", MOST, "names of resources", PodElementCountLimits::amounts));

    private PodElementCountLimits() {}

    private record Limit(String field, int most, String what, ToIntFunction<Pod> size) {
        boolean isExceededBy(Pod pod) {
            return size.applyAsInt(pod) > most;
        }
    }

    /** @throws InvalidObjectException naming the first field that holds too much */
    public static void check(Pod pod) {
        for (Limit limit : LIMITS) {
            if (limit.isExceededBy(pod)) {
                throw new InvalidObjectException(
                        limit.field, limit.size.applyAsInt(pod), "at most " + limit.most + " " + limit.what);
            }
        }
    }

    /** Whether that field, or a part of it, holds too much. */
    public static boolean isExceeded(String field, Pod pod) {
        return LIMITS.stream().anyMatch(limit -> limit.field.startsWith(field) && limit.isExceededBy(pod));
    }

    private static ToIntFunction<Pod> list(Function<PodSpec, @Nullable Collection<?>> field) {
        return pod -> size(field.apply(pod.getSpec()));
    }

    private static ToIntFunction<Pod> affinity(ToIntFunction<@Nullable Affinity> size) {
        return pod -> size.applyAsInt(pod.getSpec().getAffinity());
    }

    private static int labels(Pod pod) {
        return size(pod.getMetadata().getLabels());
    }

    private static int selected(Pod pod) {
        return size(pod.getSpec().getNodeSelector());
    }

    /** How many names there are, or 0: to compare them is only worth it where there may be too many. */
    private static int amounts(Pod pod) {
        return PodResourceQuantities.count(pod) > MOST
                ? PodResourceQuantities.names(pod).size()
                : 0;
    }

    private static int spread(Pod pod) {
        return AffinityRequirementCounter.values(pod.getSpec().getTopologySpreadConstraints());
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
        return ports(pod.getSpec().getContainers()) + ports(pod.getSpec().getInitContainers());
    }

    private static int ports(List<@Nullable Container> containers) {
        int count = 0;
        for (Container container : containers) {
            count += container == null ? 0 : size(container.getPorts());
        }
        return count;
    }

    private static int size(@Nullable Collection<?> elements) {
        return elements == null ? 0 : elements.size();
    }

    private static int size(@Nullable Map<?, ?> elements) {
        return elements == null ? 0 : elements.size();
    }
}
