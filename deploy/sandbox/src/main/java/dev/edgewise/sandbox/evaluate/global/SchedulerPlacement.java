package dev.edgewise.sandbox.evaluate.global;

import dev.edgewise.common.Names;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.PolicyRanker;
import dev.edgewise.global.policy.RankedCluster;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Placements by the code of the services: the policy low latency of the global scheduler, and profile {@code stock} of
 * scheduler-service.
 */
final class SchedulerPlacement {
    private static final String SOURCE = "source";
    private static final List<PodShape> PIPELINE = List.of(new PodShape(
            SimulatedPipelineEnvironment.FUNCTIONS,
            SimulatedSchedulerCluster.MILLI_CPU,
            SimulatedSchedulerCluster.BYTES,
            0));

    private final SimulatedPipelineEnvironment world;
    private final double[] measured;
    private final int[] used;
    private final Random random;

    /**
     * @param error largest error of a measured delay, as a share of it
     * @param random for ties, and for the errors
     */
    SchedulerPlacement(SimulatedPipelineEnvironment world, double error, Random random) {
        this.world = world;
        this.random = random;
        this.used = world.used();
        this.measured = new double[Topology.NODES];
        for (int node = 0; node < Topology.NODES; node++) {
            double wrong = 1 + error * (2 * random.nextDouble() - 1);
            measured[node] = world.topology().rtt()[Topology.SOURCE][node] * wrong;
        }
    }

    /** Places the pipeline as kube-scheduler's defaults do over the nodes of all clusters. */
    int[] spread() {
        return place(IntStream.range(0, Topology.NODES).toArray(), BuiltInProfiles.STOCK);
    }

    /**
     * Places one request for low latency from the source, with all clusters in one level: the nearest cluster in which
     * the whole pipeline fits, and in it the nearest nodes.
     */
    int[] lowLatency() {
        List<RankedCluster> ranked = new PolicyRanker().rank(Policy.of(PolicyType.LOW_LATENCY), bids());
        if (ranked.isEmpty()) {
            // A pipeline that no cluster takes as a whole is sent function by function.
            return place(IntStream.range(0, Topology.NODES).toArray(), BuiltInProfiles.GRIFFIN_SCHEDULER);
        }
        int first = Integer.parseInt(ranked.get(0).bid().cluster());
        return place(SimulatedSchedulerCluster.nodes(first), BuiltInProfiles.GRIFFIN_SCHEDULER);
    }

    private List<Bid> bids() {
        List<Bid> bids = new ArrayList<>();
        for (int cluster = 0; cluster < Topology.CLUSTERS; cluster++) {
            ClusterCapacity capacity = SimulatedSchedulerCluster.capacity(cluster, used);
            double nearest = IntStream.of(SimulatedSchedulerCluster.nodes(cluster))
                    .mapToDouble(node -> measured[node])
                    .min()
                    .orElseThrow();
            int fits = PodSetFitCounter.sets(capacity, PIPELINE);
            String refusal = fits > 0 ? "" : "its pods do not fit";
            bids.add(new Bid(
                    Integer.toString(cluster),
                    fits,
                    Double.NaN,
                    nearest,
                    1,
                    Double.NaN,
                    SimulatedSchedulerCluster.START,
                    refusal));
        }
        return bids;
    }

    private int[] place(int[] nodes, String profile) {
        Map<String, Rtt> times = new HashMap<>();
        for (int node : nodes) {
            times.put(SimulatedSchedulerCluster.name(node), SimulatedSchedulerCluster.rtt(measured[node]));
        }
        SimulatedSchedulerCluster placement = new SimulatedSchedulerCluster(nodes, used, SOURCE, times, random);
        Map<String, String> annotations =
                Map.of(Names.PLACEMENT_ANNOTATION, "low-latency", Names.SOURCE_NODE_ANNOTATION, SOURCE);
        return IntStream.range(0, SimulatedPipelineEnvironment.FUNCTIONS)
                .map(function -> placement.choose(profile, annotations))
                .toArray();
    }
}
