package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.rtt.RttSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What agents measured; drives the coordinator's rounds. */
final class AgentsSource implements RttSource {
    static final String NAME = "agents";

    private final Coordinator coordinator;
    private final NodeDirectory nodes;
    private final PairTable pairs;
    private final Duration round;
    private Instant nextRound = Instant.MIN;

    AgentsSource(Coordinator coordinator, NodeDirectory nodes, PairTable pairs, Duration round) {
        this.coordinator = coordinator;
        this.nodes = nodes;
        this.pairs = pairs;
        this.round = round;
    }

    @Override
    public Map<String, Set<String>> poll(Instant now) {
        if (nodes.isComplete() && !now.isBefore(nextRound)) {
            nextRound = now.plus(round);
            coordinator.round(now);
        }
        return pairs.drainChanged();
    }

    @Override
    public void adopt(Map<String, Map<String, RoundTripTime>> published, Instant now) {
        published.forEach((from, row) -> {
            Map<String, RoundTripTime> own = new HashMap<>(row);
            own.values().removeIf(value -> !value.observed().source().equals(NAME));
            pairs.adopt(from, own, now);
        });
    }

    @Override
    public Set<String> senders() {
        return pairs.senders();
    }

    @Override
    public int size() {
        return pairs.size();
    }

    @Override
    public Map<String, RoundTripTime> row(String from) {
        return pairs.row(from);
    }

    @Override
    public @Nullable RoundTripTime find(String from, String to) {
        return pairs.find(from, to);
    }
}
