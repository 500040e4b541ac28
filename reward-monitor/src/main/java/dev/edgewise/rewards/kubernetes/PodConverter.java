package dev.edgewise.rewards.kubernetes;

import dev.edgewise.common.PodTypeName;
import dev.edgewise.kubernetes.owners.PodOwner;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the facts of a pod on which outcomes depend. Texts that are in many pods are interned. */
final class PodConverter {
    private static final PodStatus NONE = new PodStatus();

    private PodConverter() {}

    /** Returns the facts of a pod. @throws InvalidObjectException names the field that is missing */
    static PodFacts pod(Pod pod) {
        ObjectMeta metadata = pod.getMetadata();
        String namespace = UntrustedFields.required("metadata.namespace", metadata.getNamespace());
        String name = UntrustedFields.required("metadata.name", metadata.getName());
        Map<String, String> labels = new HashMap<>(Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
        labels.values().removeIf(Objects::isNull);
        PodStatus status = Objects.requireNonNullElse(pod.getStatus(), NONE);
        return new PodFacts(
                PodUid.of(UntrustedFields.required("metadata.uid", metadata.getUid())),
                name,
                PodTypeName.of(namespace, labels, PodOwner.workload(metadata, labels, name), name)
                        .intern(),
                UntrustedFields.word(
                        pod.getSpec() == null ? null : pod.getSpec().getNodeName()),
                UntrustedFields.word(status.getPhase()),
                UntrustedFields.word(status.getReason()),
                UntrustedFields.cut(status.getMessage()),
                condition(status, "DisruptionTarget")
                        .map(each -> UntrustedFields.word(each.getReason()))
                        .orElse(""),
                isJob(PodOwner.controller(metadata)),
                metadata.getDeletionTimestamp() != null,
                condition(status, "PodScheduled").map(PodConverter::since).orElse(null),
                containers(status));
    }

    private static boolean isJob(@Nullable OwnerReference owner) {
        return owner != null
                && "Job".equals(owner.getKind())
                && String.valueOf(owner.getApiVersion()).startsWith("batch/");
    }

    private static Optional<PodCondition> condition(PodStatus status, String type) {
        return present(status.getConditions())
                .filter(each -> type.equals(each.getType()) && "True".equals(each.getStatus()))
                .findFirst();
    }

    private static @Nullable Instant since(PodCondition condition) {
        return UntrustedFields.instant(condition.getLastTransitionTime());
    }

    private static List<ContainerFacts> containers(PodStatus status) {
        List<ContainerFacts> facts = new ArrayList<>(2);
        present(status.getContainerStatuses()).forEach(each -> facts.add(container(each, false)));
        present(status.getInitContainerStatuses()).forEach(each -> facts.add(container(each, true)));
        return facts;
    }

    private static ContainerFacts container(ContainerStatus status, boolean isInit) {
        ContainerState now = Objects.requireNonNullElseGet(status.getState(), ContainerState::new);
        ContainerState before = Objects.requireNonNullElseGet(status.getLastState(), ContainerState::new);
        return new ContainerFacts(
                UntrustedFields.word(status.getName()),
                isInit,
                Math.max(0, Objects.requireNonNullElse(status.getRestartCount(), 0)),
                UntrustedFields.word(
                        now.getWaiting() == null ? null : now.getWaiting().getReason()),
                UntrustedFields.cut(
                        now.getWaiting() == null ? null : now.getWaiting().getMessage()),
                now.getRunning() == null
                        ? null
                        : UntrustedFields.instant(now.getRunning().getStartedAt()),
                ending(now.getTerminated()),
                ending(before.getTerminated()));
    }

    private static ContainerFacts.@Nullable Ending ending(@Nullable ContainerStateTerminated ended) {
        return ended == null
                ? null
                : new ContainerFacts.Ending(
                        Objects.requireNonNullElse(ended.getExitCode(), 0),
                        UntrustedFields.word(ended.getReason()),
                        UntrustedFields.instant(ended.getStartedAt()),
                        UntrustedFields.instant(ended.getFinishedAt()));
    }

    private static <T> Stream<T> present(@Nullable List<T> list) {
        return list == null ? Stream.empty() : list.stream().filter(Objects::nonNull);
    }
}
