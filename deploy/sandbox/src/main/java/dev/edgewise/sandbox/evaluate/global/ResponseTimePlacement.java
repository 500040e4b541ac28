package dev.edgewise.sandbox.evaluate.global;

import dev.edgewise.common.Names;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.ClusterDelays;
import dev.edgewise.global.cluster.FreeShare;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.cluster.PlacementLoadEstimator;
import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.PolicyRanker;
import dev.edgewise.global.policy.ResponseTimeInputs;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/**
 * Places a pipeline by the global scheduler's policy response time. Each function is a request of its own, sent when
 * the one before has its node, which is its source; all clusters are in one level. Known are measured delays between
 * clusters and within one, the rate of each cluster's link, the speed of its CPUs, what its pods request, and what the
 * author declares: the mean computation and the payload.
 */
final class ResponseTimePlacement {
    private static final String SOURCE = "source";
    private static final List<PodShape> ONE_POD =
            List.of(new PodShape(1, SimulatedSchedulerCluster.MILLI_CPU, SimulatedSchedulerCluster.BYTES, 0));

    private final SimulatedPipelineEnvironment world;
    private final Random random;
    private final double[][] measured = new double[Topology.NODES + 1][Topology.NODES + 1];
    private final ClusterDelays delays;
    private final int[] used;
    private final List<Placed> placed = new ArrayList<>();

    private record Placed(int node, Map<String, String> annotations) {}

    /**
     * @param error largest error of a measured delay, as a share of it
     * @param random for ties, and for the errors
     */
    ResponseTimePlacement(SimulatedPipelineEnvironment world, double error, Random random) {
        this.world = world;
        this.random = random;
        this.used = world.used();
        DoubleSupplier wrong = () -> 1 + error * (2 * random.nextDouble() - 1);
        for (int from = 0; from <= Topology.NODES; from++) {
            for (int to = 0; to <= Topology.NODES; to++) {
                measured[from][to] = world.topology().rtt()[from][to] * wrong.getAsDouble();
            }
        }
        this.delays = delays();
    }

    /** Returns the nodes of the functions. It is called once. */
    int[] place() {
        int[] nodes = new int[SimulatedPipelineEnvironment.FUNCTIONS];
        int source = Topology.SOURCE;
        for (int function = 0; function < nodes.length; function++) {
            Policy policy = policy(source, nodes.length - function);
            int node = node(policy, cluster(policy), source);
            nodes[function] = node;
            used[node]++;
            source = node;
        }
        return nodes;
    }

    private Policy policy(int source, int functions) {
        FunctionCallSpec call = new FunctionCallSpec(
                world.cell().computeMillis(), world.cell().payloadBytes(), functions, Integer.toString(0));
        return new Policy(
                PolicyType.RESPONSE_TIME,
                Integer.toString(Topology.cluster(source)),
                name(source),
                "",
                RankedResource.ALL,
                "",
                call);
    }

    private int cluster(Policy policy) {
        List<Bid> bids = new ArrayList<>();
        for (int cluster = 0; cluster < Topology.CLUSTERS; cluster++) {
            bids.add(bid(policy, cluster));
        }
        return Integer.parseInt(
                new PolicyRanker().rank(policy, bids).get(0).bid().cluster());
    }

    private Bid bid(Policy policy, int cluster) {
        String name = Integer.toString(cluster);
        ClusterCapacity capacity = SimulatedSchedulerCluster.capacity(cluster, used);
        int fits = PodSetFitCounter.sets(capacity, ONE_POD);
        ResponseTimeInputs call = new ResponseTimeInputs(
                delays.fromMember(policy, name),
                ResponseTimeInputs.linkMegabits(
                        policy, name, megabits(Integer.parseInt(policy.sourceCluster())), megabits(cluster)),
                speed(cluster),
                PlacementLoadEstimator.share(capacity, ONE_POD, policy.call().functions()));
        return new Bid(
                name,
                fits,
                FreeShare.share(capacity, policy.resource(), ONE_POD),
                delays.toMember(policy, policy.sourceNode(), member(name)),
                1,
                Double.NaN,
                SimulatedSchedulerCluster.START,
                fits > 0 ? "" : "its pods do not fit",
                Duration.ZERO,
                "",
                call);
    }

    private int node(Policy policy, int cluster, int source) {
        FunctionCallSpec call = policy.atSpeed(speed(cluster)).call();
        Map<String, String> annotations = new HashMap<>(Map.of(
                Names.PLACEMENT_ANNOTATION,
                "response-time",
                Names.CALL_COMPUTE_ANNOTATION,
                Double.toString(call.computeMillis()),
                Names.CALL_PAYLOAD_ANNOTATION,
                Long.toString(call.payloadBytes())));
        int[] nodes = SimulatedSchedulerCluster.nodes(cluster);
        Map<String, Rtt> times = new HashMap<>();
        if (Topology.cluster(source) == cluster) {
            annotations.put(Names.SOURCE_NODE_ANNOTATION, name(source));
            IntStream.of(nodes)
                    .filter(node -> node != source)
                    .forEach(node -> times.put(name(node), SimulatedSchedulerCluster.rtt(measured[source][node])));
        }
        SimulatedSchedulerCluster there =
                new SimulatedSchedulerCluster(nodes, world.used(), name(source), times, random);
        placed.stream()
                .filter(function -> Topology.cluster(function.node()) == cluster)
                .forEach(function -> there.add(function.node(), function.annotations()));
        int node = there.choose(annotations);
        placed.add(new Placed(node, annotations));
        return node;
    }

    /**
     * The link of a cluster is stated by its operator: the rate that the world gives to links from the source to it.
     */
    private double megabits(int cluster) {
        double sum = 0;
        for (int node : SimulatedSchedulerCluster.nodes(cluster)) {
            sum += world.topology().rtt()[Topology.SOURCE][node];
        }
        return SimulatedPipelineEnvironment.megabits(sum / Topology.NODES_OF_CLUSTER);
    }

    private double speed(int cluster) {
        return world.topology().speed()[SimulatedSchedulerCluster.nodes(cluster)[0]];
    }

    /** Returns the mean of the measured delays between the nodes of each two clusters, and from the source. */
    private ClusterDelays delays() {
        Map<String, Map<String, Double>> millis = new HashMap<>();
        for (int to = 0; to < Topology.CLUSTERS; to++) {
            String name = Integer.toString(to);
            for (int from = 0; from < Topology.CLUSTERS; from++) {
                millis.computeIfAbsent(Integer.toString(from), none -> new HashMap<>())
                        .put(name, mean(SimulatedSchedulerCluster.nodes(from), SimulatedSchedulerCluster.nodes(to)));
            }
            millis.computeIfAbsent("0/" + SOURCE, none -> new HashMap<>())
                    .put(name, mean(new int[] {Topology.SOURCE}, SimulatedSchedulerCluster.nodes(to)));
        }
        return new ClusterDelays(millis);
    }

    private double mean(int[] sources, int[] targets) {
        return IntStream.of(sources)
                .mapToDouble(from -> IntStream.of(targets)
                        .mapToDouble(to -> measured[from][to])
                        .average()
                        .orElseThrow())
                .average()
                .orElseThrow();
    }

    private static String name(int node) {
        return node == Topology.SOURCE ? SOURCE : SimulatedSchedulerCluster.name(node);
    }

    private static Member member(String name) {
        return new Member(
                name,
                name,
                LocationClass.EDGE,
                Map.of(),
                Set.of(),
                1,
                true,
                null,
                null,
                Double.NaN,
                Double.NaN,
                "",
                "");
    }
}
