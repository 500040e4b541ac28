package dev.edgewise.networkprobe.figures;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Metrics of one source that measures: a histogram of round-trip times and counts of probes for each pair of zones, and
 * beyond 256 pairs one for all others. Safe for many threads.
 */
public final class SourceMetrics {
    private static final int MOST = 256;
    private static final String OTHERS = "others";
    private static final String NONE = "none";
    private static final Duration[] BUCKETS = Arrays.stream(
                    new long[] {250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000})
            .mapToObj(micros -> Duration.ofNanos(micros * 1_000))
            .toArray(Duration[]::new);

    private record Key(String from, String to) {}

    private static final class Figures {
        private final Timer rtt;
        private final Counter answered;
        private final Counter lost;

        Figures(MeterRegistry meters, String source, Key key) {
            rtt = Timer.builder("edgewise.rtt")
                    .description("Round-trip times, the median of each pair and round")
                    .tags("source", source, "from_zone", key.from, "to_zone", key.to)
                    .serviceLevelObjectives(BUCKETS)
                    .register(meters);
            answered = probes(meters, source, key, "answered");
            lost = probes(meters, source, key, "lost");
        }

        void add(PeerResult probes) {
            answered.increment(probes.answered() + probes.untimed());
            lost.increment(probes.lost());
            if (probes.answered() > 0) {
                long[] sorted = probes.rttMicros().clone();
                Arrays.sort(sorted);
                rtt.record(sorted[(sorted.length - 1) / 2], TimeUnit.MICROSECONDS);
            }
        }

        private static Counter probes(MeterRegistry meters, String source, Key key, String result) {
            return Counter.builder("edgewise.rtt.probes")
                    .description("Probes sent")
                    .tags("source", source, "from_zone", key.from, "to_zone", key.to, "result", result)
                    .register(meters);
        }
    }

    private final MeterRegistry meters;
    private final NodeDirectory nodes;
    private final String source;
    private final Map<Key, Figures> pairs = new ConcurrentHashMap<>();

    public SourceMetrics(MeterRegistry meters, NodeDirectory nodes, RttSourceKind source) {
        this.meters = meters;
        this.nodes = nodes;
        this.source = source.published();
    }

    /** Counts what a node measured in one round. */
    public void measured(String from, Collection<PeerResult> results) {
        String zone = nodes.zone(from);
        for (PeerResult probes : results) {
            of(zone, nodes.zone(probes.to())).add(probes);
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

    private Figures of(String from, String to) {
        Key key = new Key(from.isEmpty() ? NONE : from, to.isEmpty() ? NONE : to);
        Figures known = pairs.get(key);
        if (known != null) {
            return known;
        }
        Key shown = pairs.size() < MOST ? key : new Key(OTHERS, OTHERS);
        return pairs.computeIfAbsent(shown, zones -> new Figures(meters, source, zones));
    }
}
