package dev.edgewise.networkprobe.figures;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.coordinator.CoordinatorObserver;
import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/** Metrics of agents and of estimates. */
@Component
@ConditionalOnRttSource(RttSourceKind.AGENTS)
class CoordinatorMetrics implements CoordinatorObserver {
    private final SourceMetrics measured;
    private final Counter stalls;
    private final Counter discarded;
    private final Counter leftOut;
    private final Counter held;
    private final Counter broken;
    private final DistributionSummary error;

    CoordinatorMetrics(
            MeterRegistry meters, NodeDirectory nodes, PairTable agentPairs, EstimateTable estimates, Clock clock) {
        this.measured = new SourceMetrics(meters, nodes, RttSourceKind.AGENTS);
        measured.show(agentPairs, clock);
        this.stalls = counter(
                meters, "edgewise.rtt.agent.stalls", "Stalls of agents, which discarded what they measured then");
        this.discarded = counter(
                meters, "edgewise.rtt.probes.discarded", "Probes that agents discarded because they were stalled");
        this.leftOut = counter(
                meters,
                "edgewise.rtt.results.left.out",
                "Results of pairs that their agent was not given, and that are not known");
        this.held = bounds(meters, "held");
        this.broken = bounds(meters, "broken");
        this.error = DistributionSummary.builder("edgewise.rtt.estimate.error")
                .description("Relative error of estimates, of pairs that were measured later")
                .serviceLevelObjectives(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
                .register(meters);
        Gauge.builder("edgewise.rtt.estimates", estimates, EstimateTable::size)
                .description("Pairs of nodes that are estimated")
                .register(meters);
    }

    @Override
    public void reported(String from, Report report, List<PeerResult> accepted) {
        stalls.increment(report.stalls());
        discarded.increment(report.discarded());
        leftOut.increment(report.results().size() - accepted.size());
        measured.measured(from, accepted);
    }

    @Override
    public void estimateChecked(RoundTripTime estimate, long measuredMicros) {
        EstimatedRange range = estimate.estimate();
        if (range != null) {
            error.record(Math.abs(estimate.p50Micros() - measuredMicros) / (double) Math.max(1, measuredMicros));
            (measuredMicros <= range.upperMicros() ? held : broken).increment();
        }
    }

    private static Counter bounds(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.rtt.estimate.bounds")
                .description("Upper bounds of estimates of pairs that were measured later")
                .tag("result", result)
                .register(meters);
    }

    private static Counter counter(MeterRegistry meters, String name, String description) {
        return Counter.builder(name).description(description).register(meters);
    }
}
