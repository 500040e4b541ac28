package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishRule;
import dev.edgewise.networkprobe.peers.MaxMeasurers;
import dev.edgewise.networkprobe.peers.PeerPlanner;
import dev.edgewise.networkprobe.peers.PeersProperties;
import dev.edgewise.networkprobe.peers.RttMeasurementPlanner;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator with planner and estimator, and an agent on each node that goes by the list it has and asks for it when
 * it changed.
 */
final class PlayedCluster {
    private static final Duration ROUND = Duration.ofSeconds(10);
    private static final int ECHOES = 5;

    /** Behaviour of the network. */
    @FunctionalInterface
    interface Network {
        /** The round-trip time in µs; negative if nothing comes back. */
        int micros(String from, String to);
    }

    private final NodeDirectory nodes = new NodeDirectory();
    private final PairTable pairs = new PairTable(
            new PublishRule("agents", 0.05, 200, 0.02, Duration.ofMinutes(10), Duration.ofMinutes(30)),
            Duration.ofMinutes(5),
            ROUND,
            ECHOES,
            3,
            UnaryOperator.identity());
    private final EstimateTable estimates = new EstimateTable(256, Duration.ofMinutes(40), UnaryOperator.identity());
    private final Map<String, PeerList> lists = new HashMap<>();
    private final List<String> names;
    private final Network network;
    private final Random random;
    private final Coordinator coordinator;
    private Instant now = Instant.parse("2026-11-21T08:00:00Z");
    private long rounds;

    PlayedCluster(List<String> names, Network network, long seed) {
        this.names = names;
        this.network = network;
        this.random = new Random(seed);
        this.coordinator = new Coordinator(
                CoordinatorTest.agents(ROUND, ECHOES, 8, 200),
                Duration.ofMinutes(10),
                nodes,
                pairs,
                estimates,
                model(new Random(seed)),
                new CoordinatorObserver() {
                    @Override
                    public void reported(String from, Report report, List<PeerResult> accepted) {}

                    @Override
                    public void estimateChecked(RoundTripTime estimate, long measuredMicros) {}
                });
        names.forEach(name -> nodes.put(new ProbeNode(name, "", true, new ProbeEndpoint(name, 6970))));
        nodes.complete();
        coordinator.round(now);
    }

    private static RttMeasurementPlanner model(Random random) {
        MaxMeasurers limit = MaxMeasurers.of(ROUND, ECHOES);
        return new PeerPlanner(
                PeersProperties.DEFAULTS, limit, new RttEstimator(0.85, Duration.ofHours(2), random), random);
    }

    /** All agents report what they measured by their lists; then the coordinator's next round. */
    void round() {
        rounds++;
        now = now.plus(ROUND);
        names.forEach(this::report);
        coordinator.round(now);
    }

    private void report(String node) {
        PeerList list = lists.get(node);
        List<PeerResult> results = new ArrayList<>();
        if (list != null) {
            list.peers().forEach(peer -> results.add(probes(node, peer.node())));
        }
        String tag = list == null ? null : list.tag();
        ReportReply reply = coordinator.report(node, new Report(1, tag, rounds, 0, 0, results), now);
        if (reply.peersChanged()) {
            lists.put(node, coordinator.peers(node));
        }
    }

    private PeerResult probes(String from, String to) {
        int micros = network.micros(from, to);
        return micros < 0
                ? new PeerResult(to, ECHOES)
                : new PeerResult(
                        to, ECHOES, random.longs(ECHOES, micros, micros + 100).toArray());
    }

    /** Returns the published value of a pair: what was measured, else what is estimated. */
    @Nullable
    RoundTripTime published(String from, String to) {
        RoundTripTime measured = pairs.find(from, to);
        return measured != null && (measured.loss() == 1 || !measured.observed().staleAt(now))
                ? measured
                : estimates.find(from, to);
    }
}
