package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.kubernetes.limits.LenientReader;
import dev.edgewise.scheduler.kubernetes.limits.PodElementCountLimits;
import dev.edgewise.scheduler.kubernetes.limits.PodResourceQuantities;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The readable part of a pod. A bound pod occupies capacity in any case, so as little as possible is left out for an
 * unreadable field.
 *
 * @param problem the first field that cannot be read, and what is allowed there; null if all can
 */
public record PartiallyReadablePod(dev.edgewise.scheduler.model.Pod pod, @Nullable InvalidObjectException problem) {
    /** Left out one after the other until the rest can be read: first what no accounting needs. */
    private static final List<Loss> LOSSES = List.of(
            new Loss("metadata.annotations", pod -> pod.getMetadata().setAnnotations(Map.of())),
            new Loss("spec.schedulingGates", pod -> pod.getSpec().setSchedulingGates(List.of())),
            new Loss("spec.tolerations", pod -> pod.getSpec().setTolerations(List.of())),
            new Loss("spec.topologySpreadConstraints", pod -> pod.getSpec().setTopologySpreadConstraints(List.of())),
            new Loss("metadata.creationTimestamp", pod -> pod.getMetadata().setCreationTimestamp(null)),
            new Loss("status", pod -> pod.setStatus(null)),
            new Loss("spec.volumes", pod -> pod.getSpec().setVolumes(List.of())),
            new Loss("spec.affinity", pod -> pod.getSpec().setAffinity(null)),
            new Loss("spec.nodeSelector", pod -> pod.getSpec().setNodeSelector(Map.of())),
            new Loss("metadata.labels", pod -> pod.getMetadata().setLabels(Map.of())),
            new Loss("spec.resourceClaims", pod -> pod.getSpec().setResourceClaims(List.of())),
            new Loss("spec.containers.image", pod -> containers(pod, container -> container.setImage(null))),
            new Loss("spec.containers.ports", pod -> containers(pod, container -> container.setPorts(List.of()))),
            new Loss("spec.containers.resources", PodResourceQuantities::keepCore),
            new Loss("spec.containers.resources", pod -> containers(pod, container -> container.setResources(null))));

    private static final List<Consumer<Pod>> STEPS = Stream.concat(
                    Stream.of(PartiallyReadablePod::cut, PodResourceQuantities::dropUnreadable),
                    LOSSES.stream().map(Loss::drop))
            .toList();

    /** A field, and how it is left out. */
    private record Loss(String field, Consumer<Pod> drop) {}

    /** @throws InvalidObjectException if not even its name and containers can be read */
    public static PartiallyReadablePod of(Pod pod) {
        try {
            return new PartiallyReadablePod(PodConverter.convert(pod), null);
        } catch (InvalidObjectException problem) {
            if (pod.getMetadata() == null || pod.getSpec() == null) {
                throw problem;
            }
            return rest(pod, problem, RetainedSizeEstimator.MOST);
        }
    }

    /** Returns a pod reduced to its light fields, for one that can be read but weighs too much. */
    static PartiallyReadablePod light(Pod pod, InvalidObjectException problem) {
        return rest(pod, problem, HeavyObjectAccounting.LIGHT);
    }

    private static PartiallyReadablePod rest(Pod pod, InvalidObjectException problem, int most) {
        return new PartiallyReadablePod(
                LenientReader.what(pod, STEPS, each -> PodConverter.convert(each, most), problem), problem);
    }

    /** Leaves out the fields that hold too much. */
    private static void cut(Pod pod) {
        LOSSES.stream()
                .filter(loss -> PodElementCountLimits.isExceeded(loss.field(), pod))
                .forEach(loss -> loss.drop().accept(pod));
    }

    private static void containers(Pod pod, Consumer<Container> change) {
        pod.getSpec().getContainers().forEach(change);
        pod.getSpec().getInitContainers().forEach(change);
    }
}
