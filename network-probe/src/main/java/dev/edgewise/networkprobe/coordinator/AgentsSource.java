package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.rtt.MeasuredSource;
import dev.edgewise.networkprobe.sources.Source;
import java.time.Instant;
import java.util.Map;

/** What agents measured. */
final class AgentsSource extends MeasuredSource {
    private final Coordinator coordinator;

    AgentsSource(Coordinator coordinator, PairTable pairs) {
        super(Source.AGENTS, pairs);
        this.coordinator = coordinator;
    }

    @Override
    public void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        super.adopt(from, published, now);
        coordinator.adopted();
    }
}
