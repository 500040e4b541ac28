package dev.edgewise.sandbox.cluster;

import dev.edgewise.sandbox.report.DelayNeed;
import dev.edgewise.sandbox.report.PodFacts;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads from a pod's object what the report wants to know. */
final class PodReader {
    private static final Set<String> CHECKED = Set.of("cpu", "memory");

    private PodReader() {}

    static PodFacts facts(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels() == null
                ? Map.of()
                : pod.getMetadata().getLabels();
        String scheduler = pod.getSpec().getSchedulerName();
        return new PodFacts(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                scheduler == null ? "default-scheduler" : scheduler,
                workloads(pod, labels),
                DelayNeed.of(labels),
                PodRequests.of(pod),
                rules(pod.getSpec()),
                pod.getSpec().getNodeName(),
                pod.getStatus() != null
                        && "Running".equals(pod.getStatus().getPhase())
                        && pod.getMetadata().getDeletionTimestamp() == null,
                finished(pod),
                refusal(pod));
    }

    private static boolean finished(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    private static Set<String> workloads(Pod pod, Map<String, String> labels) {
        Set<String> names = new HashSet<>();
        names.add(pod.getMetadata().getName());
        if (labels.containsKey("app")) {
            names.add(labels.get("app"));
        }
        List<OwnerReference> owners = pod.getMetadata().getOwnerReferences();
        for (OwnerReference owner : owners == null ? List.<OwnerReference>of() : owners) {
            names.add(owner.getName());
            String suffix = "-" + labels.get("pod-template-hash");
            if (owner.getKind().equals("ReplicaSet") && owner.getName().endsWith(suffix)) {
                names.add(owner.getName().substring(0, owner.getName().length() - suffix.length()));
            }
        }
        return names;
    }

    private static PodFacts.Rules rules(PodSpec spec) {
        boolean tolerates = spec.getTolerations() != null
                && spec.getTolerations().stream()
                        .anyMatch(toleration -> toleration.getKey() == null
                                || !toleration.getKey().startsWith("node.kubernetes.io/"));
        Map<String, String> selector = spec.getNodeSelector();
        return new PodFacts.Rules(selector == null ? Map.of() : Map.copyOf(selector), tolerates, unchecked(spec));
    }

    private static List<String> unchecked(PodSpec spec) {
        List<String> rules = new ArrayList<>();
        Affinity affinity = spec.getAffinity();
        note(rules, "nodeAffinity", affinity != null && affinity.getNodeAffinity() != null);
        note(rules, "podAffinity", affinity != null && affinity.getPodAffinity() != null);
        note(rules, "podAntiAffinity", affinity != null && affinity.getPodAntiAffinity() != null);
        note(rules, "topologySpreadConstraints", any(spec.getTopologySpreadConstraints()));
        note(
                rules,
                "persistent volumes",
                spec.getVolumes() != null
                        && spec.getVolumes().stream().anyMatch(volume -> volume.getPersistentVolumeClaim() != null));
        note(rules, "hostPorts", spec.getContainers().stream().anyMatch(PodReader::bindsHostPort));
        note(
                rules,
                "resources other than cpu and memory",
                spec.getContainers().stream().anyMatch(PodReader::asksOther));
        return List.copyOf(rules);
    }

    private static void note(List<String> rules, String name, boolean present) {
        if (present) {
            rules.add(name);
        }
    }

    private static boolean any(@Nullable Collection<?> list) {
        return list != null && !list.isEmpty();
    }

    private static boolean bindsHostPort(Container container) {
        return container.getPorts() != null
                && container.getPorts().stream().anyMatch(port -> port.getHostPort() != null);
    }

    private static boolean asksOther(Container container) {
        return container.getResources() != null
                && container.getResources().getRequests() != null
                && !CHECKED.containsAll(container.getResources().getRequests().keySet());
    }

    private static @Nullable String refusal(Pod pod) {
        if (pod.getStatus() == null || pod.getStatus().getConditions() == null) {
            return null;
        }
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled")
                        && condition.getStatus().equals("False")
                        && "Unschedulable".equals(condition.getReason()))
                .map(condition -> condition.getMessage() == null ? "" : condition.getMessage())
                .findFirst()
                .orElse(null);
    }
}
