package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.at;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.key;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.metadata;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.slots;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.RequestedJobs.Mode;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Input that cannot be followed: the condition names field, value and what is allowed, nothing is claimed, and others
 * continue.
 */
class BadInputTest {
    private final FakeCluster cluster = new FakeCluster()
            .nodes(2)
            .put(testbed("bed", 2))
            .jobs("a", "b", "c")
            .settle();

    static Stream<Arguments> badSchedulings() {
        Scheduling good = queue("bad", "bed", "a");
        return Stream.of(
                Arguments.of(
                        queue("bad", "bed", "a", "missing"),
                        "spec.queueBased[1].name is missing: it must be the name of a BatchJob in lab"),
                Arguments.of(
                        queue("bad", "bed", "a", "a", "a", "a", "a"),
                        "spec.queueBased is a 5 times: it must be each job at most 4 times, as the Testbed has 4 slots"),
                Arguments.of(
                        queue("bad", "nowhere", "a"),
                        "spec.testbed.name is nowhere: it must be the name of a Testbed in lab"),
                Arguments.of(
                        queue("bad", "bed"), "spec.queueBased is empty: it must be the names of one BatchJob or more"),
                Arguments.of(
                        queue("bad", "bed", "broken"),
                        "spec.queueBased[0].name is broken: it must be the name of a valid BatchJob; of this one "
                                + "spec is a job of kind spark: it must be of a kind that the cluster serves: job"),
                Arguments.of(
                        slots("bad", "bed", Mode.STRICT, at("a", 0), at("b", 1, 4)),
                        "spec.slotBased.jobs[1].slotIds[1] is 4: it must be from 0 to 3"),
                Arguments.of(
                        slots("bad", "bed", Mode.STRICT, at("a", 2, 2)),
                        "spec.slotBased.jobs[0].slotIds[1] is 2: it must be given once for each job"),
                Arguments.of(
                        slots("bad", "bed", Mode.STRICT, at("a", 0), at("a", 1)),
                        "spec.slotBased.jobs[1].name.name is a: it must be a job that is named once"),
                Arguments.of(
                        slots("bad", "bed", Mode.STRICT, at("a")),
                        "spec.slotBased.jobs[0].slotIds is empty: it must be one position or more"),
                Arguments.of(
                        new Scheduling(
                                metadata("bad", 10),
                                new SchedulingSpec(
                                        new ObjectKey("else", "bed"), new RequestedJobs.Queue(List.of(key("a")))),
                                null,
                                SchedulingStatus.NONE),
                        "spec.testbed.namespace is else: it must be the Scheduling's own, lab"),
                Arguments.of(
                        new Scheduling(
                                good.metadata(),
                                good.spec(),
                                new Problem("spec.slots", "bed", "spec.testbed"),
                                good.status()),
                        "spec.slots is bed: it must be spec.testbed"));
    }

    @ParameterizedTest
    @MethodSource("badSchedulings")
    void aSchedulingThatCannotBeFollowedClaimsNothing(Scheduling bad, String message) {
        cluster.put(new BatchJob(
                metadata("broken", 50),
                new BatchJobSpec("spark", FailurePolicy.FAIL, null, Map.of()),
                null,
                BatchJobStatus.NONE));
        cluster.put(bad).put(queue("good", "bed", "a")).settle();

        SchedulingStatus status = cluster.schedulings.get("bad").status();
        assertThat(status.state()).isEqualTo(SchedulingState.ACQUIRING);
        assertThat(status.conditions())
                .filteredOn("type", "Valid")
                .extracting("holds", "message")
                .containsExactly(tuple(false, message));
        assertThat(cluster.claims.bySchedulingUid()).containsOnlyKeys("uid-good");
        assertThat(cluster.running()).containsExactly("a");
        assertThat(cluster.events).contains("bad Invalid: " + message);
        assertThat(cluster.jobs.get("broken").status().state()).isEqualTo(BatchJobState.INVALID);
    }

    @Test
    void aSchedulingIsFollowedWhenItsJobIsMade() {
        cluster.put(queue("s", "bed", "late")).settle();
        assertThat(cluster.applications).isEmpty();
        cluster.jobs("late").settle();
        assertThat(cluster.running()).containsExactly("late");
    }

    @Test
    void aTestbedWithoutNodesNamesTheLabel() {
        cluster.nodes.clear();
        cluster.put(queue("s", "bed", "a")).settle();
        assertThat(cluster.events)
                .contains(
                        "bed NoNodes: no node with the label lab.example/index can be used: it must be on one node or more")
                .contains(
                        "s Invalid: spec.testbed.name is bed: it must be a Testbed with slots: no node with the label "
                                + "lab.example/index can be used");
    }

    @Test
    void anAppendedJobThatDoesNotExistLetsTheOthersComplete() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.put(queue("s", "bed", "a", "missing")).settle();
        cluster.succeed("a");
        assertThat(cluster.claims.holderOfTestbed("uid-bed")).isNull();
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.ACQUIRING);
        cluster.jobs("missing").settle();
        assertThat(cluster.running()).containsExactly("missing");
    }

    /** An hour after its end, a Scheduling has released its jobs. */
    @Test
    void aJobThatIsAppendedToAReleasedSchedulingIsAConditionAndDoesNotRun() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a").succeed("a").after(Duration.ofHours(1));
        Scheduling ended = cluster.schedulings.get("s");
        Scheduling longer = queue("s", "bed", "a", "b");
        cluster.put(new Scheduling(ended.metadata(), longer.spec(), null, ended.status()))
                .settle();
        assertThat(cluster.running()).isEmpty();
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.schedulings.get("s").status().conditions())
                .filteredOn("type", "Valid")
                .extracting("holds", "message")
                .containsExactly(tuple(
                        false,
                        "spec.queueBased is longer by b: it must be as it was when the Scheduling ended, "
                                + "with another Scheduling for more jobs"));
    }

    @Test
    void aJobThatTheSchedulingDoesNotNameAnyMoreIsNotStarted() {
        cluster.put(queue("s", "bed", "a", "a", "a", "b", "b")).settle();
        cluster.start("a");
        cluster.put(queue("s", "bed", "a", "a", "a")).settle();
        cluster.succeed("a");
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.applications).isEmpty();
    }

    /** The application of a run was deleted, or is not made yet: an object without a kind cannot be made. */
    @Test
    void aJobThatBecomesInvalidBeforeItsApplicationIsThereGetsNone() {
        cluster.put(queue("s", "bed", "a", "b"));
        while (cluster.decide().actions().stream().noneMatch(SlotAction.CreateApplication.class::isInstance)) {
            cluster.decide().actions().forEach(cluster::apply);
        }
        BatchJob job = cluster.jobs.get("a");
        cluster.put(new BatchJob(
                job.metadata(),
                new BatchJobSpec("none", FailurePolicy.FAIL, null, Map.of()),
                new Problem("spec", "none", "exactly one of job, spark and flink"),
                job.status()));
        assertThat(cluster.decide().actions())
                .filteredOn(SlotAction.CreateApplication.class::isInstance)
                .extracting(
                        action -> ((SlotAction.CreateApplication) action).job().name())
                .containsExactly("b");
    }

    @Test
    void dataForSchedulersThatCannotBeReadIsAConditionAndTheJobRuns() {
        BatchJob job = cluster.jobs.get("a");
        Problem problem = new Problem(BatchJobSpec.EXTERNAL_SCHEDULER, "70000 characters", "smaller");
        cluster.put(new BatchJob(job.metadata(), job.spec(), problem, job.status()));
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        assertThat(cluster.jobs.get("a").status().state()).isEqualTo(BatchJobState.RUNNING);
        assertThat(cluster.jobs.get("a").status().conditions())
                .filteredOn("type", "Valid")
                .extracting("holds", "message")
                .containsExactly(tuple(false, "spec.externalScheduler is 70000 characters: it must be smaller"));
    }
}
