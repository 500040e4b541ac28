package dev.edgewise.examples.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.examples.slots.FakeCluster.Ending;
import dev.edgewise.examples.slots.client.ChangeEvents;
import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.LearnedRunTimesCodec;
import dev.edgewise.examples.slots.client.Scheduling;
import dev.edgewise.examples.slots.client.Scheduling.JobSlots;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import dev.edgewise.examples.slots.client.Token;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import dev.edgewise.examples.slots.learning.RunTimes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program against the public interface, over real HTTP and a real WebSocket. */
@Timeout(30)
class ExternalSchedulerIT {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(50);

    @TempDir
    Path directory;

    private FakeInterface server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() throws Exception {
        server = new FakeInterface(directory);
        server.cluster.testbed("profiler-slots", 1, 2);
        server.cluster.testbed("scheduler-slots", 2, 2);
        List.of("a", "b", "c", "d").forEach(server.cluster::job);
        // a and b, c and d do not disturb each other. All others take twice as long.
        for (String job : List.of("a", "b", "c", "d")) {
            for (String other : List.of("a", "b", "c", "d")) {
                boolean friends = "ab cd".contains(job + other) || "ab cd".contains(other + job);
                server.cluster.takes(job, other, friends ? 100 : 200);
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        assertThat(server.cluster.problems()).isEmpty();
        server.close();
    }

    private int run(String... options) {
        List<String> all = new ArrayList<>(List.of(server.address().toString()));
        all.addAll(List.of(options));
        return ExternalScheduler.execute(
                new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
    }

    private SlotApiClient slots() {
        return new SlotApiClient(client, server.address(), new Token(null));
    }

    private ChangeEvents events() {
        return new ChangeEvents(client, server.address(), new Token(null), SHORT, log::add);
    }

    private SchedulingRun runs(ChangeEvents events, Duration longest, Duration poll) {
        return new SchedulingRun(slots(), events, longest, poll, log::add);
    }

    private RunTimes learned(String job, String beside) throws SlotApiException {
        return LearnedRunTimesCodec.of(slots().jobs().values()).of(job, beside);
    }

    /** Stores three runs of each pair with the seconds above. */
    private void knowAll() {
        List<String> names = List.of("a", "b", "c", "d");
        for (String job : names) {
            TreeMap<String, RunTimes> row = new TreeMap<>();
            names.stream().filter(other -> !other.equals(job)).forEach(other -> {
                boolean friends = "ab cd".contains(job + other) || "ab cd".contains(other + job);
                double seconds = friends ? 100 : 200;
                row.put(
                        other,
                        RunTimes.NONE
                                .withComplete(seconds - 1)
                                .withComplete(seconds)
                                .withComplete(seconds + 1));
            });
            server.cluster.store(job, LearnedRunTimesCodec.with(new Job(job, null, null, null), row));
        }
    }

    private static Scheduling both(String name) {
        return Scheduling.of(
                name, "profiler-slots", List.of(new JobSlots("a", List.of(0)), new JobSlots("b", List.of(1))));
    }

    @Test
    void profilesThePairsInTurnAndKeepsWhatItLearnsWithTheJobs() throws Exception {
        // The scheduler has no testbed that is free: both loops need 6 rounds to end, so this one runs the profiler's
        // alone.
        try (ChangeEvents events = events()) {
            events.start();
            SlotApiClient slots = slots();
            ProfilerStep profiler = new ProfilerStep(
                    slots,
                    runs(events, LONG, SHORT),
                    new LearnedDataAndJobReservations(slots),
                    "profiler-slots",
                    log::add);
            for (int round = 0; round < 18; round++) {
                assertThat(profiler.once()).isTrue();
            }

            assertThat(profiler.once()).isFalse();
        }

        // Six pairs, three runs each; friends take 100 s, others 200 s, always the same, so the best pairs are found at
        // once.
        assertThat(learned("a", "b")).isEqualTo(new RunTimes(3, 100, 0, List.of()));
        assertThat(learned("c", "b")).isEqualTo(new RunTimes(3, 200, 0, List.of()));
        assertThat(log).contains("The pairs that disturb each other least are found: a + b, c + d");
        assertThat(server.cluster.schedulings()).isEmpty();
    }

    @Test
    void schedulesThePairsThatDisturbEachOtherLeast() throws Exception {
        knowAll();

        try (ChangeEvents events = events()) {
            events.start();
            SlotApiClient slots = slots();
            SchedulerStep scheduler = new SchedulerStep(
                    slots,
                    runs(events, LONG, SHORT),
                    new LearnedDataAndJobReservations(slots),
                    "scheduler-slots",
                    log::add);
            assertThat(scheduler.once()).isTrue();
        }

        // Two nodes: slots 0 and 2 are on the first, 1 and 3 on the second.
        assertThat(server.cluster.posted())
                .singleElement()
                .hasToString(
                        "{\"name\":\"external-scheduler-scheduler-slots-1\",\"testBed\":\"scheduler-slots\",\"slots\":{\"mode\":\"RELAXED\","
                                + "\"jobs\":[{\"name\":\"a\",\"slots\":[0]},{\"name\":\"b\",\"slots\":[2]},{\"name\":\"c\",\"slots\":[1]},"
                                + "{\"name\":\"d\",\"slots\":[3]}]}}");
        assertThat(learned("a", "b").complete()).isEqualTo(4);
        assertThat(server.cluster.schedulings()).isEmpty();
    }

    @Test
    void theWholeProgramRunsItsRoundsAndLeavesNothing() throws Exception {
        assertThat(run("--rounds", "3", "--poll", "0.02")).isZero();

        assertThat(server.cluster.schedulings()).isEmpty();
        LearnedRunTimes learned = LearnedRunTimesCodec.of(slots().jobs().values());
        assertThat(learned.samples(JobPair.of("a", "b"))).isPositive();
        assertThat(server.cluster.posted())
                .extracting(posted -> posted.path("testBed").asString())
                .filteredOn("profiler-slots"::equals)
                .hasSize(3);
        assertThat(server.cluster.posted()).hasSize(6);
    }

    @Test
    void aSchedulingThatHangsIsCutOffAndCountsAsSuch() throws Exception {
        server.cluster.ending(Ending.HANGS);

        try (ChangeEvents events = events()) {
            events.start();
            Map<String, Job> after = runs(events, Duration.ofMillis(100), SHORT).run(both("hangs"), List.of("a", "b"));
            assertThat(new LearnedDataAndJobReservations(slots()).learn(JobPair.of("a", "b"), "hangs", after))
                    .isTrue();
        }

        // Deletion ends the runs 5 s after their start.
        assertThat(learned("a", "b")).isEqualTo(new RunTimes(0, 0, 0, List.of(5.0)));
        assertThat(server.cluster.schedulings()).isEmpty();
    }

    @Test
    void aSchedulingThatFailsEndsAtOnceAndTeachesNothing() throws Exception {
        server.cluster.ending(Ending.FAILS);

        try (ChangeEvents events = events()) {
            events.start();
            SlotApiClient slots = slots();
            ProfilerStep profiler = new ProfilerStep(
                    slots,
                    runs(events, LONG, SHORT),
                    new LearnedDataAndJobReservations(slots),
                    "profiler-slots",
                    log::add);
            assertThat(profiler.once()).isTrue();
            server.cluster.ending(Ending.COMPLETES);
            assertThat(profiler.once()).isTrue();
        }

        assertThat(log).contains("a and b did not run side by side: nothing is learned");
        assertThat(learned("a", "b")).isEqualTo(RunTimes.NONE);
        // The next pair has its turn meanwhile.
        assertThat(learned("a", "c")).isEqualTo(new RunTimes(1, 200, 0, List.of()));
        assertThat(server.cluster.schedulings()).isEmpty();
    }

    @Test
    void changesAreFollowedAgainAfterALostConnection() throws Exception {
        try (ChangeEvents events = events()) {
            ChangeEvents.Watch watch = events.watch("schedulings", "mine");
            events.start();
            watch.await(LONG);
            await().until(() -> server.broker.subscriptions() == 2);
            watch.await(Duration.ZERO);

            long before = System.nanoTime();
            server.broker.drop();
            // Messages may be lost meanwhile, so the new connection is a change of all objects.
            watch.await(LONG);
            await().until(() -> server.broker.subscriptions() == 4);
            watch.await(Duration.ZERO);

            server.broker.send("schedulings", "another");
            server.broker.send("testbeds", "mine");
            server.broker.send("schedulings", "mine");
            watch.await(LONG);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LONG);
        }
        assertThat(log).anyMatch(line -> line.endsWith("was lost: closed with status 1001, restart"));
    }

    @Test
    void aTokenThatCannotBeReadIsSaid() throws Exception {
        try (ChangeEvents events =
                new ChangeEvents(client, server.address(), new Token(directory.resolve("none")), SHORT, log::add)) {
            events.start();
            await().until(() -> !log.isEmpty());
        }
        assertThat(log.get(0)).contains("the token cannot be read");
    }

    @Test
    void aServiceThatIsAwayForAWhileEndsNothing() throws Exception {
        try (ChangeEvents events = events()) {
            events.start();
            slots().post(both("mine"));
            server.cluster.refuse(3);
            // Three reads are refused.
            assertThat(runs(events, LONG, SHORT).freeTestbed("scheduler-slots")).isPresent();
            runs(events, LONG, SHORT).delete("mine");
        }
        assertThat(log).anyMatch(line -> line.contains("was answered 503"));
    }

    @Test
    void deletesWhatAnEarlierRunHasLeft() {
        server.cluster.left("external-scheduler-profiler-slots-7", "profiler-slots");
        server.cluster.left("external-scheduler-profiler-slots-x", "profiler-slots");

        assertThat(run("--rounds", "1", "--poll", "0.02")).isZero();

        assertThat(server.cluster.schedulings()).containsExactly("external-scheduler-profiler-slots-x");
    }

    @Test
    void printsTheMatrixAndTheNextSchedulingsAndPostsNothing() {
        knowAll();

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
        assertThat(server.cluster.posted()).isEmpty();
        assertThat(server.broker.connected()).isEmpty();
    }

    @Test
    void printsWhatIsNotKnownYet() {
        server.cluster.store(
                "a",
                LearnedRunTimesCodec.with(
                        new Job("a", null, null, null),
                        new TreeMap<>(Map.of("b", RunTimes.NONE.withCutOff(30), "c", RunTimes.NONE.withComplete(20)))));

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
        assertThat(server.authorization()).isEqualTo("Bearer secret");
        assertThat(run("--just-print", "--token-file", directory.resolve("none").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("the token cannot be read from '" + directory.resolve("none") + "'");
    }

    @Test
    void refusesWhatItCannotUse() {
        assertThat(ExternalScheduler.execute(new PrintWriter(out), new PrintWriter(err, true), "localhost:8080"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'localhost:8080'; allowed: http://HOST:PORT");
        assertThat(run("--rounds", "-1")).isEqualTo(2);
        assertThat(run("--longest-run", "0")).isEqualTo(2);
        assertThat(err.toString())
                .contains("'--rounds': '-1'; allowed: 0 or more", "'--longest-run': '0.0'; allowed: above 0");
        assertThat(run("--just-print", "--profiler", "none")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no testbed 'none'");
    }
}
