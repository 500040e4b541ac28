package dev.edgewise.networkprobe.figures;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.sources.Source;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Collection;
import java.util.Locale;

/** The figures of one source that measures. Safe for many threads. */
public final class SourceFigures {
    private final MeterRegistry meters;
    private final NodeDirectory nodes;
    private final String source;
    private final ZonePairs zones;

    public SourceFigures(MeterRegistry meters, NodeDirectory nodes, Source source) {
        this.meters = meters;
        this.nodes = nodes;
        this.source = source.published();
        this.zones = new ZonePairs(meters, this.source);
    }

    /** Counts what a node measured in one round. */
    public void measured(String from, Collection<PeerResult> results) {
        String zone = nodes.zone(from);
        for (PeerResult probes : results) {
            zones.of(zone, nodes.zone(probes.to())).add(probes);
        }
    }

    /** Shows how many of the pairs hold, are stale, or do not answer. */
    public void show(PairTable pairs, Clock clock) {
        for (PairTable.State state : PairTable.State.values()) {
            Gauge.builder("edgewise.rtt.measured.pairs", () -> pairs.count(state, clock.instant()))
                    .description("Directed pairs of nodes that are measured")
                    .tags("source", source, "state", state.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
    }
}
