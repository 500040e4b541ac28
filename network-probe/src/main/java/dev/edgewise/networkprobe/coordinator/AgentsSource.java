package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.rtt.MeasuredSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** What agents measured; drives the coordinator's rounds. */
final class AgentsSource extends MeasuredSource {
    static final String NAME = "agents";

    private final Coordinator coordinator;
    private final NodeDirectory nodes;
    private final Duration round;
    private Instant nextRound = Instant.MIN;

    AgentsSource(Coordinator coordinator, NodeDirectory nodes, PairTable pairs, Duration round) {
        super(NAME, pairs);
        this.coordinator = coordinator;
        this.nodes = nodes;
        this.round = round;
    }

    @Override
    public void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        super.adopt(from, published, now);
        coordinator.adopted();
    }

    @Override
    public Map<String, Set<String>> poll(Instant now) {
        if (nodes.isComplete() && !now.isBefore(nextRound)) {
            nextRound = now.plus(round);
            coordinator.round(now);
        }
        return super.poll(now);
    }
}
