package dev.edgewise.energy.trace;

import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.series.NodeTimeSeries;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plays a series of percentages, from when it is first read. */
final class EnergyTraceFileSource implements EnergySource {
    private final NodeTimeSeries series;
    private final double scale;
    private final Duration validFor;
    private final Clock clock;
    private @Nullable Instant begin;

    EnergyTraceFileSource(NodeTimeSeries series, double scale, Duration validFor, Clock clock) {
        this.series = series;
        this.scale = scale;
        this.validFor = validFor;
        this.clock = clock;
    }

    @Override
    public EnergySourceKind source() {
        return EnergySourceKind.TRACE;
    }

    @Override
    public Duration validFor() {
        return validFor;
    }

    @Override
    public Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment) {
        begin = begin == null ? moment : begin;
        double elapsed = Duration.between(begin, moment).toNanos() / 1e9 * scale;
        Instant now = clock.instant();
        Map<String, Measurement> read = new HashMap<>();
        for (EnergyNode node : nodes) {
            series.value(node.name(), elapsed)
                    .ifPresent(percent -> read.put(node.name(), new Measurement(percent, now, validFor)));
        }
        return read;
    }

    @Override
    public void forget() {
        begin = null;
    }
}
