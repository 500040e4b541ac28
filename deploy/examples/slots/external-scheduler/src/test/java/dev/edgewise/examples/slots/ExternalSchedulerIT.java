package dev.edgewise.examples.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.examples.slots.learning.RunTimes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program with its options, against the public interface. */
@Timeout(120)
class ExternalSchedulerIT {
    @TempDir
    Path directory;

    private ExternalSchedulerFixture fixture;
    private FakeCluster cluster;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() throws Exception {
        fixture = new ExternalSchedulerFixture(directory);
        cluster = fixture.cluster;
    }

    @AfterEach
    void stop() throws Exception {
        fixture.close();
    }

    private int run(String... options) {
        List<String> all = new ArrayList<>(List.of(fixture.server.address().toString()));
        all.addAll(List.of(options));
        return execute(all.toArray(String[]::new));
    }

    private int execute(String... arguments) {
        return ExternalScheduler.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    @Test
    void runsItsRoundsAndLeavesNothing() throws Exception {
        assertThat(run("--rounds", "3", "--poll", "0.02")).isZero();

        assertThat(cluster.schedulings()).isEmpty();
        assertThat(fixture.samples("a", "b")).isPositive();
        assertThat(cluster.posted())
                .extracting(posted -> posted.path("testBed").asString())
                .filteredOn("profiler-slots"::equals)
                .hasSize(3);
        assertThat(cluster.posted()).hasSize(6);
    }

    @Test
    void deletesWhatAnEarlierRunHasLeft() {
        cluster.left("external-scheduler-profiler-slots-7", "profiler-slots");
        cluster.left("external-scheduler-profiler-slots-x", "profiler-slots");

        assertThat(run("--rounds", "1", "--poll", "0.02")).isZero();

        assertThat(cluster.schedulings()).containsExactly("external-scheduler-profiler-slots-x");
    }

    @Test
    void printsTheMatrixAndTheNextSchedulingsAndPostsNothing() {
        fixture.storeAll();

        assertThat(run("--just-print")).isZero();

        assertThat(out.toString())
                .isEqualToNormalizingNewlines(
                        """
                        seconds (runs)  a          b          c          d
                        a               /          100.0 (3)  200.0 (3)  200.0 (3)
                        b               100.0 (3)  /          200.0 (3)  200.0 (3)
                        c               200.0 (3)  200.0 (3)  /          100.0 (3)
                        d               200.0 (3)  200.0 (3)  100.0 (3)  /

                        next on profiler-slots: nothing, the least disturbing pairs are found
                        next on scheduler-slots: a + b, c + d
                        """);
        assertThat(cluster.posted()).isEmpty();
        assertThat(fixture.server.broker.connected()).isEmpty();
    }

    @Test
    void printsWhatIsNotKnownYet() {
        fixture.store(
                "a", new TreeMap<>(Map.of("b", RunTimes.NONE.withCutOff(30), "c", RunTimes.NONE.withComplete(20))));

        assertThat(run("--just-print")).isZero();

        assertThat(out.toString())
                .contains("a               /  >30.0 (1)  20.0 (1)  -")
                .contains("next on profiler-slots: a + b")
                .contains("next on scheduler-slots: c, d");
    }

    @Test
    void sendsItsTokenWithRequests() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "secret\n");

        assertThat(run("--just-print", "--token-file", file.toString())).isZero();
        assertThat(fixture.server.authorization()).isEqualTo("Bearer secret");
        assertThat(run("--just-print", "--token-file", directory.resolve("none").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("the token cannot be read from '" + directory.resolve("none") + "'");
    }

    @Test
    void refusesWhatItCannotUse() {
        assertThat(execute("localhost:8080")).isEqualTo(2);
        assertThat(err.toString()).contains("'localhost:8080'; allowed: http://HOST:PORT");
        assertThat(run("--rounds", "-1")).isEqualTo(2);
        assertThat(run("--longest-run", "0")).isEqualTo(2);
        assertThat(err.toString())
                .contains("'--rounds': '-1'; allowed: 0 or more", "'--longest-run': '0.0'; allowed: above 0");
        assertThat(run("--just-print", "--profiler", "none")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no testbed 'none'");
    }
}
