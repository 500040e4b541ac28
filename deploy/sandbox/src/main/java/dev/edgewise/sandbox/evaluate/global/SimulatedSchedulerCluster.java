package dev.edgewise.sandbox.evaluate.global;

import dev.edgewise.global.cluster.CapacityBuilder;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Some nodes with the pods of others on them, on which a profile of scheduler-service places pods, one after another.
 */
final class SimulatedSchedulerCluster {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final long MILLI_CPU = 1_000;
    static final long BYTES = 1L << 30;

    private static final Clock CLOCK = Clock.fixed(START, ZoneOffset.UTC);
    private static final ProfileSet PROFILES = new ProfileSet(BuiltInProfiles.builtIn());
    private static final double MICROS = 1_000;

    private final ClusterState state = new ClusterState(CLOCK);
    private final Random random;
    private int pods;

    /**
     * @param used pods of others by node
     * @param source the node that times are measured from
     * @param times to the nodes; empty if none are known
     * @param random for ties
     */
    SimulatedSchedulerCluster(int[] nodes, int[] used, String source, Map<String, Rtt> times, Random random) {
        this.random = random;
        Resources all = new Resources(
                SimulatedPipelineEnvironment.PLACES * MILLI_CPU,
                SimulatedPipelineEnvironment.PLACES * BYTES,
                0,
                Map.of());
        for (int node : nodes) {
            state.putNode(new Node(
                    name(node),
                    Map.of(),
                    false,
                    List.of(),
                    all,
                    SimulatedPipelineEnvironment.PLACES,
                    Map.of(),
                    Set.of()));
            for (int other = 0; other < used[node]; other++) {
                state.putPod(
                        pod("other-" + node + "-" + other, "other", Map.of()).assignedTo(name(node)));
            }
        }
        state.change(RttIndex.FACT, index -> index.with(source, times));
    }

    /** Places a pod by profile {@code griffin_scheduler}, and returns its node. */
    int choose(Map<String, String> annotations) {
        return choose(BuiltInProfiles.GRIFFIN_SCHEDULER, annotations);
    }

    int choose(String profile, Map<String, String> annotations) {
        FilterAndScorePipeline pipeline =
                new FilterAndScorePipeline(Objects.requireNonNull(PROFILES.find(profile), profile), random);
        Pod pod = pod("f" + pods++, profile, annotations);
        String node =
                Objects.requireNonNull(pipeline.decide(pod, state.snapshot()).node(), "a node has a place");
        state.putPod(pod.assignedTo(node));
        return Integer.parseInt(node.substring(1));
    }

    /** Returns the nodes of a cluster. */
    static int[] nodes(int cluster) {
        int first = cluster * Topology.NODES_OF_CLUSTER;
        return IntStream.range(first, first + Topology.NODES_OF_CLUSTER).toArray();
    }

    /** Adds a pod that has its node. */
    void add(int node, Map<String, String> annotations) {
        state.putPod(pod("f" + pods++, BuiltInProfiles.GRIFFIN_SCHEDULER, annotations)
                .assignedTo(name(node)));
    }

    static ClusterCapacity capacity(int cluster, int[] used) {
        CapacityBuilder capacity = new CapacityBuilder();
        for (int node : nodes(cluster)) {
            capacity.node(new CapacityBuilder.NodeValues(
                    name(node),
                    true,
                    SimulatedPipelineEnvironment.PLACES * MILLI_CPU,
                    SimulatedPipelineEnvironment.PLACES * BYTES,
                    SimulatedPipelineEnvironment.PLACES,
                    0));
            for (int pod = 0; pod < used[node]; pod++) {
                capacity.pod(name(node), false, MILLI_CPU, BYTES, 0);
            }
        }
        return capacity.build();
    }

    static String name(int node) {
        return "n" + node;
    }

    static Rtt rtt(double millis) {
        long micros = Math.round(millis * MICROS);
        return new Rtt(micros, micros, micros, 0, Long.MAX_VALUE);
    }

    private static Pod pod(String name, String profile, Map<String, String> annotations) {
        Resources request = new Resources(MILLI_CPU, BYTES, 0, Map.of());
        PodSpec spec = new PodSpec(
                profile,
                null,
                0,
                true,
                List.of(),
                new PodResourceRequests(request, request),
                HostPorts.NONE,
                List.of(),
                NodeAffinity.NONE,
                PodAffinity.NONE,
                List.of(),
                PodVolumes.NONE,
                new PodImages(List.of(), List.of()),
                Set.of(),
                List.of());
        return new Pod(
                new PodKey("default", name),
                "uid-" + name,
                Map.of(),
                annotations,
                name,
                null,
                "controller-" + name,
                START,
                false,
                spec,
                PodStatus.PENDING);
    }
}
