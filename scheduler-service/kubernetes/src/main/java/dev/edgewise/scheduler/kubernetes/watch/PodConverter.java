package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.owners.PodOwner;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.PodElementCountLimits;
import dev.edgewise.scheduler.kubernetes.limits.PodFieldInterner;
import dev.edgewise.scheduler.kubernetes.limits.PodRetainedSizeEstimator;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pod, as the API server returned it or as a user writes it: the defaults that the API server would fill in are
 * filled in here.
 */
public final class PodConverter {
    private static final String DEFAULT_NAMESPACE = "default";
    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    /** The maximum length of an image's name; no node has a longer one, although the API server accepts it. */
    private static final int LONGEST_IMAGE = 1024;

    private PodConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static Pod convert(io.fabric8.kubernetes.api.model.Pod pod) {
        return convert(pod, RetainedSizeEstimator.MOST);
    }

    /**
     * @param most bytes that may be kept of it
     * @throws InvalidObjectException naming the field that cannot be understood, or is too heavy
     */
    static Pod convert(io.fabric8.kubernetes.api.model.Pod pod, int most) {
        ObjectMeta metadata = pod.getMetadata();
        if (metadata == null) {
            throw new InvalidObjectException("metadata", null, "an object with a name");
        }
        if (pod.getSpec() != null) {
            PodElementCountLimits.check(pod);
        }
        String name = FieldReader.text("metadata.name", nameOf(metadata));
        String namespace =
                FieldReader.orElse(metadata.getNamespace(), DEFAULT_NAMESPACE).intern();
        Map<String, String> labels =
                PodFieldInterner.texts(FieldReader.uncopied("metadata.labels", metadata.getLabels()));
        PodKey key = new PodKey(namespace, name);
        Pod converted = new Pod(
                key,
                FieldReader.orElse(metadata.getUid(), ""),
                labels,
                PodFieldInterner.texts(
                        FieldReader.uncopied("metadata.annotations", RetainedPodAnnotationsFilter.kept(pod))),
                PodOwner.workload(metadata, labels, name),
                PodOwnerReader.selecting(metadata, namespace),
                PodOwnerReader.controllerUid(metadata),
                instant("metadata.creationTimestamp", metadata.getCreationTimestamp(), Instant.EPOCH),
                metadata.getDeletionTimestamp() != null,
                FieldReader.in("spec", () -> spec(pod, key, labels)),
                status(pod.getStatus()));
        return PodRetainedSizeEstimator.checked(converted, most);
    }

    private static @Nullable String nameOf(ObjectMeta metadata) {
        String name = metadata.getName();
        return name == null || name.isEmpty() ? metadata.getGenerateName() : name;
    }

    private static PodSpec spec(io.fabric8.kubernetes.api.model.Pod pod, PodKey key, Map<String, String> labels) {
        var spec = pod.getSpec();
        if (spec == null || spec.getContainers() == null || spec.getContainers().isEmpty()) {
            throw new InvalidObjectException("containers", null, "a list of at least one container");
        }
        AffinityConverter affinity = new AffinityConverter(key.namespace(), labels);
        return new PodSpec(
                FieldReader.name(FieldReader.orElse(spec.getSchedulerName(), DEFAULT_SCHEDULER))
                        .intern(),
                spec.getNodeName() == null || spec.getNodeName().isEmpty()
                        ? null
                        : spec.getNodeName().intern(),
                spec.getPriority() == null ? 0 : spec.getPriority(),
                !"Never".equals(spec.getPreemptionPolicy()),
                FieldReader.each("schedulingGates", spec.getSchedulingGates(), PodConverter::gate),
                spec.getSchedulingGroup() != null,
                PodFieldInterner.requests(PodTotalRequestsCalculator.convert(pod)),
                PodFieldInterner.hostPorts(HostPortConverter.convert(spec)),
                PodFieldInterner.tolerations(TaintConverter.tolerations(spec.getTolerations())),
                PodFieldInterner.nodeAffinity(AffinityConverter.nodes(spec)),
                PodFieldInterner.podAffinity(affinity.pods(spec.getAffinity())),
                PodFieldInterner.spread(FieldReader.each(
                        "topologySpreadConstraints",
                        spec.getTopologySpreadConstraints(),
                        constraint -> SpreadConverter.convert(constraint, labels))),
                VolumeConverter.convert(key.name(), spec.getVolumes()),
                PodFieldInterner.images(images(spec)),
                RequiredNodeFeatures.of(spec),
                PodResourceClaimsConverter.convert(pod));
    }

    private static String gate(PodSchedulingGate gate) {
        return FieldReader.text("name", gate.getName());
    }

    private static PodImages images(io.fabric8.kubernetes.api.model.PodSpec spec) {
        List<String> containers = new ArrayList<>();
        spec.getInitContainers().forEach(container -> containers.add(image(container.getImage())));
        spec.getContainers().forEach(container -> containers.add(image(container.getImage())));
        List<String> volumes = new ArrayList<>();
        for (Volume volume : spec.getVolumes()) {
            if (volume != null && volume.getImage() != null) {
                volumes.add(image(volume.getImage().getReference()));
            }
        }
        boolean any = !volumes.isEmpty() || containers.stream().anyMatch(name -> !name.isEmpty());
        return any ? new PodImages(containers, volumes) : PodImages.NONE;
    }

    private static String image(@Nullable String name) {
        return name == null || name.length() > LONGEST_IMAGE ? "" : name.intern();
    }

    private static PodStatus status(io.fabric8.kubernetes.api.model.@Nullable PodStatus status) {
        if (status == null) {
            return PodStatus.PENDING;
        }
        Phase phase = phase(FieldReader.orElse(status.getPhase(), "Pending"));
        String nominated = status.getNominatedNodeName();
        return new PodStatus(
                phase,
                nominated == null || nominated.isEmpty() ? null : nominated,
                status.getStartTime() == null
                        ? null
                        : instant("status.startTime", status.getStartTime(), Instant.EPOCH),
                status.getConditions().stream().anyMatch(PodConverter::isPreempted),
                status.getConditions().stream().anyMatch(PodConverter::isOfScheduling),
                status.getConditions().stream()
                        .anyMatch(condition -> says(condition, Names.PROTECTED_CONDITION, "False")));
    }

    /**
     * Returns whether the condition is {@code PodScheduled}, whatever its value: the API server gives it to no pod that
     * is created with a node, and a scheduler's earlier write may be carried out after the binding.
     */
    private static boolean isOfScheduling(@Nullable PodCondition condition) {
        return condition != null && "PodScheduled".equals(condition.getType());
    }

    private static boolean isPreempted(@Nullable PodCondition condition) {
        return condition != null
                && says(condition, "DisruptionTarget", "True")
                && "PreemptionByScheduler".equals(condition.getReason());
    }

    private static boolean says(@Nullable PodCondition condition, String type, String value) {
        return condition != null && type.equals(condition.getType()) && value.equals(condition.getStatus());
    }

    private static Phase phase(String phase) {
        return switch (phase) {
            case "Pending" -> Phase.PENDING;
            case "Running" -> Phase.RUNNING;
            case "Succeeded" -> Phase.SUCCEEDED;
            case "Failed" -> Phase.FAILED;
            case "Unknown" -> Phase.UNKNOWN;
            default ->
                throw new InvalidObjectException(
                        "status.phase", phase, "one of Pending, Running, Succeeded, Failed, Unknown");
        };
    }

    private static Instant instant(String field, @Nullable String time, Instant fallback) {
        if (time == null) {
            return fallback;
        }
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException notOne) {
            throw new InvalidObjectException(field, time, "a time, such as 2026-01-31T12:00:00Z");
        }
    }
}
