package dev.edgewise.sandbox.evaluate.global;

import dev.edgewise.common.Names;
import dev.edgewise.global.cluster.CapacityBuilder;
import dev.edgewise.global.cluster.PodFit;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.PolicyRanker;
import dev.edgewise.global.policy.RankedCluster;
import dev.edgewise.scheduler.framework.Pipeline;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.Requests;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Placements by the code of the services: policies of the global scheduler, and profiles of scheduler-service. */
final class SchedulerPlacement {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Clock CLOCK = Clock.fixed(START, ZoneOffset.UTC);
    private static final ProfileSet PROFILES = new ProfileSet(Profiles.builtIn());
    private static final long GIB = 1L << 30;
    private static final String SOURCE = "source";
    private static final double MICROS = 1_000;

    private final PipelineWorld world;
    private final double[] measured;
    private final Random random;

    /**
     * @param error largest error of a measured delay, as a share of it
     * @param random for ties, and for the errors
     */
    SchedulerPlacement(PipelineWorld world, double error, Random random) {
        this.world = world;
        this.random = random;
        this.measured = new double[Topology.NODES];
        for (int node = 0; node < Topology.NODES; node++) {
            double wrong = 1 + error * (2 * random.nextDouble() - 1);
            measured[node] = world.topology().rtt()[Topology.SOURCE][node] * wrong;
        }
    }

    /** Places the pipeline as kube-scheduler's defaults do over the nodes of all clusters. */
    int[] spread() {
        return place(IntStream.range(0, Topology.NODES).toArray(), Profiles.STOCK);
    }

    /**
     * Places one request for low latency from the source, with all clusters in one level: the nearest cluster in which the whole pipeline fits, and in it the nearest
     * nodes.
     */
    int[] lowLatency() {
        List<RankedCluster> ranked = new PolicyRanker().rank(Policy.of(PolicyType.LOW_LATENCY), bids());
        if (ranked.isEmpty()) {
            // A pipeline that no cluster takes as a whole is sent function by function.
            return place(IntStream.range(0, Topology.NODES).toArray(), Profiles.GRIFFIN_SCHEDULER);
        }
        int first = Integer.parseInt(ranked.get(0).bid().cluster()) * Topology.NODES_OF_CLUSTER;
        return place(IntStream.range(first, first + Topology.NODES_OF_CLUSTER).toArray(), Profiles.GRIFFIN_SCHEDULER);
    }

    private List<Bid> bids() {
        List<Bid> bids = new ArrayList<>();
        for (int cluster = 0; cluster < Topology.CLUSTERS; cluster++) {
            CapacityBuilder capacity = new CapacityBuilder();
            double nearest = Double.POSITIVE_INFINITY;
            int first = cluster * Topology.NODES_OF_CLUSTER;
            for (int node = first; node < first + Topology.NODES_OF_CLUSTER; node++) {
                capacity.node(new CapacityBuilder.NodeValues(
                        name(node),
                        true,
                        PipelineWorld.PLACES * 1_000L,
                        PipelineWorld.PLACES * GIB,
                        PipelineWorld.PLACES,
                        0));
                for (int pod = 0; pod < world.used(node); pod++) {
                    capacity.pod(name(node), false, 1_000, GIB, 0);
                }
                nearest = Math.min(nearest, measured[node]);
            }
            int fits = PodFit.sets(capacity.build(), List.of(new PodShape(PipelineWorld.FUNCTIONS, 1_000, GIB, 0)));
            String refusal = fits > 0 ? "" : "its pods do not fit";
            bids.add(new Bid(Integer.toString(cluster), fits, Double.NaN, nearest, 1, Double.NaN, START, refusal));
        }
        return bids;
    }

    private int[] place(int[] nodes, String profile) {
        ClusterState state = new ClusterState(CLOCK);
        Resources all = new Resources(PipelineWorld.PLACES * 1_000L, PipelineWorld.PLACES * GIB, 0, Map.of());
        Map<String, Rtt> times = new HashMap<>();
        for (int node : nodes) {
            state.putNode(
                    new Node(name(node), Map.of(), false, List.of(), all, PipelineWorld.PLACES, Map.of(), Set.of()));
            for (int used = 0; used < world.used(node); used++) {
                state.putPod(pod("other-" + node + "-" + used, profile).assignedTo(name(node)));
            }
            long micros = Math.round(measured[node] * MICROS);
            times.put(name(node), new Rtt(micros, micros, micros, 0, Long.MAX_VALUE));
        }
        state.change(RttIndex.FACT, index -> index.with(SOURCE, times));
        Pipeline pipeline = new Pipeline(Objects.requireNonNull(PROFILES.find(profile), profile), random);
        int[] placed = new int[PipelineWorld.FUNCTIONS];
        for (int function = 0; function < placed.length; function++) {
            Pod pod = pod("f" + function, profile);
            String node = Objects.requireNonNull(
                    pipeline.decide(pod, state.snapshot()).node(), "a node has a place");
            placed[function] = Integer.parseInt(node.substring(1));
            state.putPod(pod.assignedTo(node));
        }
        return placed;
    }

    private static String name(int node) {
        return "n" + node;
    }

    private static Pod pod(String name, String profile) {
        Resources request = new Resources(1_000, GIB, 0, Map.of());
        Map<String, String> annotations =
                Map.of(Names.PLACEMENT_ANNOTATION, "low-latency", Names.SOURCE_NODE_ANNOTATION, SOURCE);
        PodSpec spec = new PodSpec(
                profile,
                null,
                0,
                true,
                List.of(),
                new Requests(request, request),
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
