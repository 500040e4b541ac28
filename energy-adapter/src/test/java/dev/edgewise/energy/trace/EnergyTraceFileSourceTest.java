package dev.edgewise.energy.trace;

import static dev.edgewise.energy.TestNodes.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.series.SeriesCsvReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyTraceFileSourceTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final RefreshProperties REFRESH =
            new RefreshProperties(Duration.ofSeconds(5), Duration.ofMinutes(2));

    @TempDir
    Path directory;

    @Test
    void timePassesAtItsScaleFromTheFirstRead() throws Exception {
        EnergyTraceFileSource source = new EnergyTraceFileSource(
                SeriesCsvReader.parse("trace", List.of("time,a", "0,90", "60,20"), 100, ""),
                6,
                Duration.ofMinutes(2),
                new TestClock());

        assertThat(source.read(nodes("a", "b"), BEGIN)).containsOnlyKeys("a");
        assertThat(source.read(nodes("a"), BEGIN.plusSeconds(9)).get("a").percent())
                .as("54 s")
                .isEqualTo(90);
        assertThat(source.read(nodes("a"), BEGIN.plusSeconds(10)).get("a").percent())
                .as("60 s")
                .isEqualTo(20);
        assertThat(source.read(nodes("a"), BEGIN.plusSeconds(20)).get("a").percent())
                .as("120 s: from the begin")
                .isEqualTo(90);
    }

    @Test
    void withoutAGoodFileTheServiceDoesNotStart() throws Exception {
        EnergyTraceFileConfiguration configuration = new EnergyTraceFileConfiguration();
        assertThatThrownBy(() ->
                        configuration.traceSource(new EnergyTraceFileProperties(null, 1), REFRESH, new TestClock()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("edgewise.energy-adapter.trace.file is not set");

        Path file = directory.resolve("trace.csv");
        assertThatThrownBy(() ->
                        configuration.traceSource(new EnergyTraceFileProperties(file, 1), REFRESH, new TestClock()))
                .hasMessageContaining("trace.csv cannot be read");
        Files.writeString(file, "time,a\n0,90\n5,900\n");
        assertThatThrownBy(() ->
                        configuration.traceSource(new EnergyTraceFileProperties(file, 1), REFRESH, new TestClock()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("trace.csv:3: column a is \"900\": it must be a percentage in 0..100");
    }
}
