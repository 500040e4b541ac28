package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A pod as far as it can be read. Wherever it is bound its room is taken, so a field that cannot be read costs no more than
 * has to be left out with it.
 *
 * @param problem the first field that cannot be read, and what is allowed there; null if all can
 */
record PodReading(dev.edgewise.scheduler.model.Pod pod, @Nullable InvalidObjectException problem) {
    /** Left out one after the other until the rest can be read: first what no accounting needs. */
    private static final List<Consumer<Pod>> LOSSES = List.of(
            PodLimits::cut,
            PodAmounts::dropUnreadable,
            pod -> pod.getMetadata().setAnnotations(Map.of()),
            pod -> pod.getSpec().setSchedulingGates(List.of()),
            pod -> pod.getSpec().setTolerations(List.of()),
            pod -> pod.getSpec().setTopologySpreadConstraints(List.of()),
            pod -> pod.getMetadata().setCreationTimestamp(null),
            pod -> pod.setStatus(null),
            pod -> pod.getSpec().setVolumes(List.of()),
            pod -> pod.getSpec().setAffinity(null),
            pod -> pod.getSpec().setNodeSelector(Map.of()),
            pod -> pod.getMetadata().setLabels(Map.of()),
            pod -> containers(pod, container -> container.setImage(null)),
            pod -> containers(pod, container -> container.setPorts(List.of())),
            pod -> containers(pod, container -> container.setResources(null)));

    /** @throws InvalidObjectException if not even its name and containers can be read */
    public static PodReading of(Pod pod) {
        try {
            return new PodReading(PodConverter.convert(pod), null);
        } catch (InvalidObjectException problem) {
            return new PodReading(rest(pod, problem), problem);
        }
    }

    private static dev.edgewise.scheduler.model.Pod rest(Pod pod, InvalidObjectException problem) {
        if (pod.getMetadata() == null || pod.getSpec() == null) {
            throw problem;
        }
        return Salvage.what(pod, LOSSES, PodConverter::convert, problem);
    }

    private static void containers(Pod pod, Consumer<Container> change) {
        pod.getSpec().getContainers().forEach(change);
        pod.getSpec().getInitContainers().forEach(change);
    }
}
