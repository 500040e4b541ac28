package dev.edgewise.examples.slots;

import static dev.edgewise.examples.slots.ExternalSchedulerFixture.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.examples.slots.FakeCluster.Ending;
import dev.edgewise.examples.slots.client.CallerTokenFile;
import dev.edgewise.examples.slots.client.ChangeEvents;
import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.Scheduling;
import dev.edgewise.examples.slots.client.Scheduling.JobSlots;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.RunTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The loops of the profiler and of the scheduler, each on its own, against the public interface. */
@Timeout(120)
class SchedulingLoopsIT {
    @TempDir
    Path directory;

    private ExternalSchedulerFixture fixture;
    private FakeCluster cluster;

    @BeforeEach
    void start() throws Exception {
        fixture = new ExternalSchedulerFixture(directory);
        cluster = fixture.cluster;
    }

    @AfterEach
    void stop() throws Exception {
        fixture.close();
    }

    private static Scheduling both(String name) {
        return Scheduling.of(
                name, "profiler-slots", List.of(new JobSlots("a", List.of(0)), new JobSlots("b", List.of(1))));
    }

    /** Six pairs, three runs each, that take the same time each time: so the best pairs are found after 18 rounds. */
    @Test
    void profilesThePairsInTurnAndKeepsWhatItLearnsWithTheJobs() throws Exception {
        fixture.events.start();
        ProfilerStep profiler = fixture.profiler();
        for (int round = 0; round < 18; round++) {
            assertThat(profiler.once()).isTrue();
        }

        assertThat(profiler.once()).isFalse();
        assertThat(fixture.learned("a", "b")).isEqualTo(new RunTimes(3, 100, 0, List.of()));
        assertThat(fixture.learned("c", "b")).isEqualTo(new RunTimes(3, 200, 0, List.of()));
        assertThat(fixture.log).contains("The pairs that disturb each other least are found: a + b, c + d");
        assertThat(cluster.schedulings()).isEmpty();
    }

    /** Two nodes: slots 0 and 2 are on the first, 1 and 3 on the second. */
    @Test
    void schedulesThePairsThatDisturbEachOtherLeast() throws Exception {
        fixture.storeAll();
        fixture.events.start();

        assertThat(fixture.scheduler().once()).isTrue();

        assertThat(cluster.posted())
                .singleElement()
                .hasToString(
                        "{\"name\":\"external-scheduler-scheduler-slots-1\",\"testBed\":\"scheduler-slots\",\"slots\":{\"mode\":\"RELAXED\","
                                + "\"jobs\":[{\"name\":\"a\",\"slots\":[0]},{\"name\":\"b\",\"slots\":[2]},{\"name\":\"c\",\"slots\":[1]},"
                                + "{\"name\":\"d\",\"slots\":[3]}]}}");
        assertThat(fixture.learned("a", "b").complete()).isEqualTo(4);
        assertThat(cluster.schedulings()).isEmpty();
    }

    /** Deletion ends the runs 5 s after their start. */
    @Test
    void aSchedulingThatHangsIsCutOffAndCountsAsSuch() throws Exception {
        cluster.ending(Ending.HANGS);
        fixture.events.start();

        Map<String, Job> after = fixture.runs(Duration.ofMillis(100)).run(both("hangs"), List.of("a", "b"));

        assertThat(fixture.learnedData().learn(JobPair.of("a", "b"), "hangs", after))
                .isTrue();
        assertThat(fixture.learned("a", "b")).isEqualTo(new RunTimes(0, 0, 0, List.of(5.0)));
        assertThat(cluster.schedulings()).isEmpty();
    }

    /** The pair of the second round is the next one. */
    @Test
    void aSchedulingThatFailsEndsAtOnceAndTeachesNothing() throws Exception {
        fixture.events.start();
        ProfilerStep profiler = fixture.profiler();
        cluster.ending(Ending.FAILS);
        assertThat(profiler.once()).isTrue();
        cluster.ending(Ending.COMPLETES);
        assertThat(profiler.once()).isTrue();

        assertThat(fixture.log).contains("a and b did not run side by side: nothing is learned");
        assertThat(fixture.learned("a", "b")).isEqualTo(RunTimes.NONE);
        assertThat(fixture.learned("a", "c")).isEqualTo(new RunTimes(1, 200, 0, List.of()));
        assertThat(cluster.schedulings()).isEmpty();
    }

    /** Messages may be lost while there is no connection, so a new one is a change of all objects. */
    @Test
    void changesAreFollowedAgainAfterALostConnection() throws Exception {
        FakeBroker broker = fixture.server.broker;
        ChangeEvents.Watch watch = fixture.events.watch("schedulings", "mine");
        fixture.events.start();
        watch.await(LONG);
        await().atMost(LONG).until(() -> broker.subscriptions() == 2);
        watch.await(Duration.ZERO);

        long before = System.nanoTime();
        broker.drop();
        watch.await(LONG);
        await().atMost(LONG).until(() -> broker.subscriptions() == 4);
        watch.await(Duration.ZERO);

        broker.send("schedulings", "another");
        broker.send("testbeds", "mine");
        broker.send("schedulings", "mine");
        watch.await(LONG);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LONG);
        assertThat(fixture.log).anyMatch(line -> line.endsWith("was lost: closed with status 1001, restart"));
    }

    @Test
    void aTokenThatCannotBeReadIsLogged() throws Exception {
        try (ChangeEvents events = fixture.events(new CallerTokenFile(directory.resolve("none")))) {
            events.start();
            await().atMost(LONG).until(() -> !fixture.log.isEmpty());
        }
        assertThat(fixture.log.get(0)).contains("the token cannot be read");
    }

    /** Three reads are refused. */
    @Test
    void aServiceThatIsAwayForAWhileEndsNothing() throws Exception {
        fixture.events.start();
        fixture.slots().post(both("mine"));
        cluster.refuse(3);
        assertThat(fixture.runs(LONG).freeTestbed("scheduler-slots")).isPresent();
        fixture.runs(LONG).delete("mine");

        assertThat(fixture.log).anyMatch(line -> line.contains("was answered 503"));
    }
}
