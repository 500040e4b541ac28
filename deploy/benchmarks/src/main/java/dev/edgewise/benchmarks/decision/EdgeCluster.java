package dev.edgewise.benchmarks.decision;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NamespaceLabels;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A seeded edge cluster in use: every node runs 20 to 30 pods. Round-trip times are known from the nodes that pods
 * refer to, to all others; those from further nodes would only take memory.
 */
final class EdgeCluster {
    /** Number of nodes that pods refer to in their delay needs. */
    private static final int REFERENCES = 100;
    /** Number of nodes on which {@link BenchmarkApplications#WIDE} runs. */
    private static final int WIDE = 500;

    private final ClusterState state = new ClusterState(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    private final Topology topology;
    private final BenchmarkApplications apps;
    private final List<Topology.Place> references;

    EdgeCluster(int nodes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        topology = new Topology(nodes, random);
        topology.places().forEach(place -> state.putNode(node(place, random)));
        BenchmarkApplications.NAMESPACES.forEach(
                namespace -> state.change(NamespaceLabels.FACT, all -> all.with(namespace, Map.of("team", namespace))));
        references = places(random, Math.min(REFERENCES, nodes));
        references.forEach(
                place -> state.change(RttIndex.FACT, rtt -> rtt.with(place.node(), topology.row(place, random))));
        apps = new BenchmarkApplications(nodes);
        RunningPods running = new RunningPods(apps, random);
        running.fill(state, topology.places(), references);
        List<Topology.Place> wide = places(random, Math.min(WIDE, nodes));
        running.fillWide(state, wide);
        wide.stream()
                .filter(place -> !references.contains(place))
                .forEach(place ->
                        state.change(RttIndex.FACT, rtt -> rtt.with(place.node(), topology.row(place, random))));
    }

    private List<Topology.Place> places(SplittableRandom random, int count) {
        return random.ints(0, topology.places().size())
                .distinct()
                .limit(count)
                .boxed()
                .map(topology.places()::get)
                .toList();
    }

    ClusterState state() {
        return state;
    }

    BenchmarkApplications apps() {
        return apps;
    }

    String anyReference(SplittableRandom random) {
        return references.get(random.nextInt(references.size())).node();
    }

    private static Node node(Topology.Place place, SplittableRandom random) {
        Map<String, String> labels = new HashMap<>();
        labels.put(NodeLabelNames.HOSTNAME, place.node());
        labels.put(NodeLabelNames.ZONE, place.siteName());
        labels.put(NodeLabelNames.REGION, place.regionName());
        labels.put("kubernetes.io/arch", random.nextInt(4) == 0 ? "arm64" : "amd64");
        labels.put("kubernetes.io/os", "linux");
        labels.put(NodeLabelNames.DISK, random.nextBoolean() ? "ssd" : "hdd");
        Resources allocatable = new Resources(8000, 32L << 30, 100L << 30, Map.of());
        boolean cordoned = random.nextInt(100) == 0;
        List<Taint> taints = taints(random.nextInt(100));
        return new Node(place.node(), labels, cordoned, taints, allocatable, 110, Map.of(), Set.of());
    }

    /** Taints of a node: of a hundred, five are dedicated and five have a low battery. */
    private static List<Taint> taints(int percentile) {
        if (percentile < 5) {
            return List.of(new Taint(NodeLabelNames.DEDICATED, "gateway", Taint.Effect.NO_SCHEDULE));
        }
        if (percentile < 10) {
            return List.of(new Taint("battery", "low", Taint.Effect.PREFER_NO_SCHEDULE));
        }
        return List.of();
    }
}
