package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.ManualRttSource;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that a static source reads from the export as facts. */
class RttExportTest {
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final ObservationMetadata AGENTS = new ObservationMetadata(NOW, "agents", Duration.ofHours(1));

    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final ManualRttSource source = new ManualRttSource(Duration.ofHours(1), name -> true, clock);
    private final RttExport export = new RttExport(new EffectiveRttMerger(List.of(source), clock));

    @Test
    void anEstimateIsItsUpperBoundWhichSaysNothingOfATail() throws IOException {
        put(RoundTripTime.estimated(10_000, new EstimatedRange(5_000, 30_000, 85), AGENTS));

        assertThat(cell(Percentile.P50)).isEqualTo("30");
        assertThat(cell(Percentile.P95)).isEqualTo("86400000");
    }

    @Test
    void aPairThatDoesNotAnswerIsUnknown() throws IOException {
        put(new RoundTripTime(5_000, 6_000, 7_000, 1, 0, 200, AGENTS));

        assertThat(cell(Percentile.P50)).isEqualTo("86400000");
    }

    /** A matrix has delays only: the static source would state it without the loss, and needs take it as met. */
    @Test
    void aPairThatLosesMoreThanNeedsAllowIsUnknown() throws IOException {
        put(new RoundTripTime(5_000, 6_000, 7_000, 0.6, 0, 200, AGENTS));
        assertThat(cell(Percentile.P50)).isEqualTo("86400000");

        put(new RoundTripTime(5_000, 6_000, 7_000, 0.25, 0, 200, AGENTS));
        assertThat(cell(Percentile.P50)).isEqualTo("5");
    }

    @Test
    void aPercentileNeedsSamplesUnlessPeopleStateIt() throws IOException {
        put(new RoundTripTime(5_000, 6_000, 7_000, 0, 0, 20, AGENTS));
        assertThat(cell(Percentile.P95)).isEqualTo("6");
        assertThat(cell(Percentile.P99)).isEqualTo("86400000");

        put(RoundTripTime.ofMicros(5_000, new ObservationMetadata(NOW, "manual", Duration.ofHours(1))));
        assertThat(cell(Percentile.P99)).isEqualTo("5");
    }

    private void put(RoundTripTime value) {
        source.put("a", "b", value);
    }

    /** Cell of the pair from a to b. */
    private String cell(Percentile percentile) throws IOException {
        StringWriter out = new StringWriter();
        export.matrix(out, List.of("a", "b"), percentile);
        return out.toString().lines().findFirst().orElseThrow().substring(2);
    }
}
