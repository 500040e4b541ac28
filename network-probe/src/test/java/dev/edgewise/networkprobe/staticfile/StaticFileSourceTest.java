package dev.edgewise.networkprobe.staticfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.matrix.InvalidFileException;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticFileSourceTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final RoundTripTime BEFORE =
            RoundTripTime.ofMicros(2_000, new ObservationMetadata(T0, "static", HOUR));

    @TempDir
    Path directory;

    private final List<String> news = new ArrayList<>();

    private StaticFileSource source() {
        StaticFileProperties properties = new StaticFileProperties(matrix(), names(), Duration.ofSeconds(2), HOUR);
        return new StaticFileSource(
                properties,
                (from, to) -> news.add(from + to),
                Clock.fixed(T0.plusSeconds(9), ZoneOffset.UTC),
                new SimpleMeterRegistry());
    }

    private Path matrix() {
        return directory.resolve("matrix");
    }

    private Path names() {
        return directory.resolve("names");
    }

    private static void load(StaticFileSource source, String text, String... names) throws InvalidFileException {
        List<NamedMatrix.Node> nodes =
                Arrays.stream(names).map(name -> new NamedMatrix.Node(name, "")).toList();
        source.load(new NamedMatrix(nodes, MatrixParser.parse("m", text.getBytes(UTF_8))));
    }

    @Test
    void knowsTheZonesThatTheMetadataNames() throws IOException {
        Files.writeString(matrix(), "0 1\n2 0");
        Files.writeString(names(), "{\"a\": {\"row\": 1, \"zone\": \"near\"}, \"b\": 0}");
        StaticFileSource source = source();

        source.poll(T0);

        assertThat(source.zone("a")).isEqualTo("near");
        assertThat(source.zone("b")).isEmpty();
        assertThat(source.zone("unknown")).isEmpty();
        assertThat(source.find("a", "b").p50Micros()).isEqualTo(2_000);
    }

    @Test
    void keepsTheDirectionAndLeavesTheDiagonalOut() throws IOException {
        Files.writeString(matrix(), "9 1\n2 9");
        Files.writeString(names(), "{\"a\":0,\"b\":1}");
        StaticFileSource source = source();

        assertThat(source.poll(T0)).isEqualTo(Map.of("a", Set.of("b"), "b", Set.of("a")));

        ObservationMetadata observed = new ObservationMetadata(T0.plusSeconds(9), "static", HOUR);
        assertThat(source.row("a")).isEqualTo(Map.of("b", RoundTripTime.ofMicros(1_000, observed)));
        assertThat(source.find("b", "a")).isEqualTo(RoundTripTime.ofMicros(2_000, observed));
        assertThat(source.details()).containsEntry("nodesOfFiles", 2);
    }

    @Test
    void looksAtTheFilesNoMoreOftenThanConfiguredAndNamesWhatIsWrong() throws IOException {
        Files.writeString(matrix(), "0 1\nx 0");
        Files.writeString(names(), "{\"a\":0,\"b\":1}");
        StaticFileSource source = source();
        assertThat(source.poll(T0)).isEmpty();
        assertThat(source.problem().orElseThrow()).contains("matrix:2:1: value 1 of the row is \"x\"");

        Files.writeString(matrix(), "0 1\n2 0 ");
        source.poll(T0.plusMillis(1_999));
        source.poll(T0.plusSeconds(2));
        assertThat(source.problem()).as("a change is read when it lasted").isPresent();
        assertThat(source.poll(T0.plusSeconds(4))).containsOnlyKeys("a", "b");
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void onlyWhatChangedIsObservedAgainAndNews() throws InvalidFileException {
        StaticFileSource source = source();
        source.adopt("a", Map.of("b", BEFORE), T0);
        load(source, "0 2 1\n3 0 4\n5 6 0", "a", "b", "c");
        assertThat(source.find("a", "b")).as("said again").isSameAs(BEFORE);
        assertThat(news).as("the first time, nothing was said before").isEmpty();

        load(source, "0 2 7\n3 0 4\n5 6 0", "a", "b", "c");
        assertThat(news).containsExactly("ac");

        load(source, "0 3 7\n2 0 5\n4 6 0", "b", "a", "c");
        assertThat(news).as("the rows are in another order").containsExactlyInAnyOrder("ac", "bc", "ac", "ca", "cb");
    }

    @Test
    void nodesThatLeftTheMatrixAreDropped() throws InvalidFileException {
        StaticFileSource source = source();
        load(source, "0 1 2\n3 0 4\n5 6 0", "a", "b", "c");

        load(source, "0 2\n5 0", "a", "c");

        assertThat(source.senders()).containsExactlyInAnyOrder("a", "c");
        assertThat(source.row("a")).containsOnlyKeys("c");
        assertThat(news).containsExactlyInAnyOrder("ab", "ba", "bc", "cb");
    }

    @Test
    void whatWasPublishedBeforeIsTakenOverUntilAFileIsRead() throws InvalidFileException {
        StaticFileSource source = source();
        source.adopt("b", Map.of("a", BEFORE), T0);
        assertThat(source.row("b")).isEqualTo(Map.of("a", BEFORE));
        source.reset();
        assertThat(source.senders()).isEmpty();

        load(source, "0 1\n3 0", "a", "b");
        source.adopt("b", Map.of("c", BEFORE), T0);
        source.reset();
        assertThat(source.row("b")).containsOnlyKeys("a");
    }

    @Test
    void withoutFilesNothingIsTakenOver() {
        StaticFileSource source = new StaticFileSource(
                new StaticFileProperties(null, null, Duration.ofSeconds(2), HOUR),
                (from, to) -> {},
                Clock.systemUTC(),
                new SimpleMeterRegistry());
        source.adopt("b", Map.of("a", BEFORE), T0);
        assertThat(source.senders()).isEmpty();
        assertThat(source.poll(T0)).isEmpty();
    }
}
