package dev.edgewise.benchmarks.decision;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pod being written: one of an application, with whatever it asks for. */
final class PodDraft {
    private final PodKey key;
    private final String app;
    private final Map<String, String> labels = new HashMap<>();
    private final List<HostPort> hostPorts = new ArrayList<>();
    private final List<Toleration> tolerations = new ArrayList<>();
    private final List<SpreadConstraint> spread = new ArrayList<>();
    private Resources needed = new Resources(100, 128L << 20, 0, Map.of());
    private NodeAffinity nodeAffinity = NodeAffinity.NONE;
    private PodAffinity podAffinity = PodAffinity.NONE;
    private PodStatus status = PodStatus.PENDING;
    private @Nullable String node;

    PodDraft(App app, String name) {
        this.key = new PodKey(app.namespace(), name);
        this.app = app.name();
        labels.put("app", app.name());
        labels.put("tier", app.tier());
        labels.put("pod-template-hash", "5d4f8c7b9");
    }

    /** An app: namespace, name and tier that its pods share. */
    record App(String namespace, String name, String tier) {
        LabelSelector selector() {
            return LabelSelector.of(List.of(Requirement.in("app", name)));
        }

        AffinityTerm near(String topologyKey) {
            return new AffinityTerm(selector(), Set.of(namespace), LabelSelector.NOTHING, topologyKey);
        }
    }

    PodDraft label(String label, String value) {
        labels.put(label, value);
        return this;
    }

    PodDraft requests(long milliCpu, long memory) {
        needed = new Resources(milliCpu, memory, 0, Map.of());
        return this;
    }

    PodDraft hostPort(int port) {
        hostPorts.add(new HostPort(HostPort.ANY, "TCP", port));
        return this;
    }

    PodDraft toleration(Toleration toleration) {
        tolerations.add(toleration);
        return this;
    }

    PodDraft spread(SpreadConstraint constraint) {
        spread.add(constraint);
        return this;
    }

    PodDraft nodeAffinity(NodeAffinity affinity) {
        nodeAffinity = affinity;
        return this;
    }

    PodDraft podAffinity(PodAffinity affinity) {
        podAffinity = affinity;
        return this;
    }

    PodDraft runningOn(String name) {
        node = name;
        status = new PodStatus(PodStatus.Phase.RUNNING, null, Instant.EPOCH);
        return this;
    }

    Pod build() {
        PodSpec spec = new PodSpec(
                "edgewise",
                node,
                0,
                true,
                List.of(),
                new PodResourceRequests(needed, needed),
                new HostPorts(hostPorts),
                tolerations,
                nodeAffinity,
                podAffinity,
                spread,
                PodVolumes.NONE,
                new PodImages(List.of("registry.example/" + app + ":1"), List.of()),
                Set.of(),
                List.of());
        return new Pod(key, "uid-" + key.name(), labels, Map.of(), app, null, "", Instant.EPOCH, false, spec, status);
    }
}
