package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.safety.Workload;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nodes, candidates and their controllers at one moment, sorted by name. Immutable. */
public final class ClusterSnapshot {
    private final List<ClusterNode> nodes;
    private final List<CandidatePod> pods;
    private final Map<String, DesiredReplicas> controllers;
    /** The pods by UID, once somebody asked for them. */
    private @Nullable Map<String, CandidatePod> byUid;

    private @Nullable PodCounts podCounts;

    /** @param controllers by UID */
    public ClusterSnapshot(
            Collection<ClusterNode> nodes, Collection<CandidatePod> pods, Map<String, DesiredReplicas> controllers) {
        this.nodes = List.copyOf(nodes);
        this.pods = List.copyOf(pods);
        this.controllers = Map.copyOf(controllers);
    }

    public List<ClusterNode> nodes() {
        return nodes;
    }

    public List<CandidatePod> pods() {
        return pods;
    }

    /** The pods by UID. */
    public synchronized Map<String, CandidatePod> byUid() {
        Map<String, CandidatePod> known = byUid;
        if (known == null) {
            known = Collections.unmodifiableMap(
                    pods.stream().collect(Collectors.toMap(CandidatePod::uid, Function.identity())));
            byUid = known;
        }
        return known;
    }

    /** The counts of the pods, made once. */
    synchronized PodCounts podCounts() {
        PodCounts known = podCounts;
        if (known == null) {
            known = new PodCounts(this);
            podCounts = known;
        }
        return known;
    }

    /** The workload that creates the pod again, as its user knows it; the pod itself if nothing does. */
    public Workload workload(CandidatePod pod) {
        ControllerReference controller = pod.controller();
        if (controller == null) {
            return new Workload(pod.namespace(), "Pod", pod.name(), pod.uid());
        }
        DesiredReplicas known = controllers.get(controller.uid());
        // An owner of another namespace is none: any pod may name its UID.
        return known == null || !known.workload().namespace().equals(pod.namespace())
                ? new Workload(pod.namespace(), controller.kind(), controller.name(), controller.uid())
                : known.workload();
    }

    /** The number of pods that each workload should have, as far as its controllers are known. */
    Map<Workload, Integer> desired() {
        Map<Workload, Integer> desired = new HashMap<>();
        controllers.values().forEach(each -> desired.merge(each.workload(), each.desired(), Integer::sum));
        return desired;
    }
}
