package dev.edgewise.energy.refresh;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Metrics of the number of nodes of each level, and of each node's charge, if that is configured. */
final class EnergyMetrics {
    private static final String STALE = "stale";
    private static final String UNKNOWN = "unknown";

    private final MultiGauge levels;
    private final MultiGauge percents;
    private final boolean perNode;

    EnergyMetrics(MeterRegistry meters, boolean perNode) {
        this.levels = MultiGauge.builder("edgewise.energy.nodes")
                .description(
                        "Nodes by level; of a stale one the reading is not valid any more, of an unknown one there never was any")
                .register(meters);
        this.percents = MultiGauge.builder("edgewise.energy.percent")
                .description("State of charge of each node")
                .register(meters);
        this.perNode = perNode;
    }

    /** @param unknown how many nodes have a source, and never had a reading */
    void show(Map<String, EnergyReading> readings, long unknown, Instant now) {
        Map<String, Long> counts = new TreeMap<>();
        for (EnergyLevel level : EnergyLevel.values()) {
            counts.put(level.label(), 0L);
        }
        counts.put(STALE, 0L);
        counts.put(UNKNOWN, unknown);
        readings.values()
                .forEach(reading -> counts.merge(
                        reading.observed().staleAt(now)
                                ? STALE
                                : reading.level().label(),
                        1L,
                        Long::sum));
        levels.register(
                counts.entrySet().stream()
                        .map(each -> MultiGauge.Row.of(Tags.of("level", each.getKey()), each.getValue()))
                        .toList(),
                true);
        if (perNode) {
            percents.register(
                    readings.entrySet().stream()
                            .filter(each -> !each.getValue().observed().staleAt(now))
                            .map(each -> MultiGauge.Row.of(
                                    Tags.of("node", each.getKey()),
                                    each.getValue().percent()))
                            .toList(),
                    true);
        }
    }
}
