package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.at;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.job;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.slots;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FailurePolicy.AfterRetries;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobProgress.Stage;
import dev.edgewise.scheduler.slots.model.RequestedJobs.Mode;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SlotState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Failures of jobs and of their waits: bounded, and never a slot that is used twice. */
class FailureTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(2).put(testbed("bed", 1)).jobs("a", "b").settle();

    @Test
    void aFailedJobFailsItsSchedulingWhichStopsTheOthersAndReleasesAll() {
        cluster.put(queue("s", "bed", "a", "b")).settle();
        cluster.start("a").start("b").fail("a");

        assertThat(state("s")).isEqualTo(SchedulingState.FAILED);
        assertThat(message("s")).isEqualTo("BatchJob a failed: exit code 1");
        assertThat(cluster.applications).isEmpty();
        assertThat(cluster.jobs.get("a").status().state()).isEqualTo(BatchJobState.FAILED);
        assertThat(cluster.jobs.get("a").status().runs()).singleElement().satisfies(run -> {
            assertThat(run.successful()).isFalse();
            assertThat(run.message()).isEqualTo("exit code 1");
        });
        // Repaired by another Scheduling: nothing is held.
        cluster.put(queue("again", "bed", "a", "b")).settle();
        assertThat(cluster.running()).containsExactly("a", "b");
    }

    @Test
    void aJobIsTriedAgainAfterPausesThatDoubleWhileOthersRun() {
        cluster.put(job("a", new FailurePolicy(2, Duration.ofSeconds(30), AfterRetries.SKIP)));
        cluster.put(queue("s", "bed", "a", "b")).settle();
        cluster.start("a").fail("a");

        assertThat(cluster.running()).containsExactly("b");
        assertThat(cluster.decide().nextCheck()).isEqualTo(cluster.now.plusSeconds(30));
        cluster.after(Duration.ofSeconds(29));
        assertThat(cluster.running()).containsExactly("b");
        cluster.after(Duration.ofSeconds(1));
        assertThat(cluster.running()).containsExactly("a", "b");

        cluster.start("a").fail("a").after(Duration.ofSeconds(59));
        assertThat(cluster.running()).containsExactly("b");
        cluster.after(Duration.ofSeconds(1));
        cluster.start("a").fail("a");
        assertThat(progress("s", "a").stage()).isEqualTo(Stage.SKIPPED);
        assertThat(progress("s", "a").failures()).isEqualTo(3);
        assertThat(cluster.jobs.get("a").status().runs()).hasSize(3);
        cluster.start("b").succeed("b");
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
    }

    @Test
    void podsThatDoNotComeAreAFailureAfterTheBound() {
        cluster.put(queue("s", "bed", "a", "a")).settle();
        cluster.after(Duration.ofMinutes(2).minusSeconds(1));
        assertThat(cluster.running()).containsExactly("a");
        cluster.after(Duration.ofSeconds(1));
        assertThat(message("s")).isEqualTo("BatchJob a failed: 0 of 2 slots had pods within 120 s");
        assertThat(cluster.applications).isEmpty();
    }

    /**
     * The pod of slot 0 has succeeded, and is gone, before slot 1 has one: that is no slot without pod, and the run is
     * not over.
     */
    @Test
    void aSlotWhosePodHasSucceededHasHadOne() {
        cluster.put(queue("s", "bed", "a", "a")).settle();
        cluster.start("a");
        SlotPod late = cluster.pods.remove("a-2-1");
        cluster.claims = claimsBeforePlacing();
        cluster.end("a-2-0", SlotPod.Phase.SUCCEEDED);
        cluster.pods.remove("a-2-0");
        cluster.after(Duration.ofSeconds(90));
        cluster.pods.put("a-2-1", late);
        cluster.after(Duration.ofMinutes(60));
        assertThat(state("s")).isEqualTo(SchedulingState.AWAITING_COMPLETION);
        assertThat(progress("s", "a").stage()).isEqualTo(Stage.RUNNING);
        cluster.succeed("a");
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
    }

    /** Returns the ledger with runs none of which had all of its pods. */
    private ClaimLedger claimsBeforePlacing() {
        Claim claim = cluster.claims.holderOfTestbed("uid-bed");
        List<ClaimedJob> jobs = claim.jobs().stream()
                .map(job -> {
                    ClaimedJobRun run = job.run();
                    return job.withPhase(new JobPhase.Active(
                            new ClaimedJobRun(run.epoch(), run.positions(), run.assignedAt(), null, null)));
                })
                .toList();
        return new ClaimLedger(
                cluster.claims.lastEpoch(),
                Map.of(claim.schedulingUid(), claim.withJobs(jobs)),
                cluster.claims.layouts());
    }

    @Test
    void anApplicationThatDoesNotRunIsAFailureAfterTheBound() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.place("a").after(Duration.ofMinutes(2));
        assertThat(message("s")).contains("did not run within 120 s");
    }

    @Test
    void aRunThatIsTooLongIsAFailure() {
        BatchJob job = job("a");
        cluster.put(new BatchJob(
                job.metadata(),
                new BatchJobSpec("job", FailurePolicy.FAIL, Duration.ofHours(1), Map.of()),
                null,
                job.status()));
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a").after(Duration.ofMinutes(59));
        assertThat(cluster.running()).containsExactly("a");
        cluster.after(Duration.ofMinutes(1));
        assertThat(message("s")).contains("ran longer than 3600 s");
    }

    @Test
    void anApplicationThatIsDeletedByHandIsAFailureAndIsNotMadeAgainInTheOldSlots() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.applications.clear();
        cluster.pods.clear();
        cluster.settle();
        assertThat(cluster.applications).isEmpty();
        assertThat(message("s")).isEqualTo("BatchJob a failed: its application disappeared");
    }

    @Test
    void theEndOfARunIsLatched() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        long epoch = cluster.applications.get("a").epoch();
        cluster.hangingPods.add("a-2-0");
        cluster.succeed("a");
        // The application comes back and says that it runs: it is deleted, and the run has succeeded.
        cluster.applications.put(
                "a",
                new ObservedBatchJobApplication(
                        "job",
                        SlotObjects.key("a"),
                        "late",
                        "uid-a",
                        epoch,
                        ObservedBatchJobApplication.Phase.RUNNING,
                        "",
                        false));
        cluster.settle();
        assertThat(cluster.applications).isEmpty();
        cluster.pods.clear();
        cluster.settle();
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
    }

    @Test
    void aPodThatHangsInTerminatingMakesItsSlotLostAndNothingWaitsForIt() {
        cluster.put(queue("s", "bed", "a", "b")).settle();
        cluster.start("a").start("b");
        cluster.hangingPods.add("a-2-0");
        cluster.succeed("a").succeed("b");
        assertThat(state("s")).isEqualTo(SchedulingState.AWAITING_COMPLETION);

        cluster.after(Duration.ofMinutes(3));
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.slotsOf("bed")).extracting("state").containsExactly(SlotState.LOST, SlotState.FREE);
        // The next Scheduling gets the other slot; when the pod is gone, the slot is free.
        cluster.deleteScheduling("s").put(queue("next", "bed", "a")).settle();
        assertThat(cluster.positionsOf("a")).containsExactly(1);
        cluster.pods.clear();
        cluster.settle();
        assertThat(cluster.slotsOf("bed").get(0).state()).isEqualTo(SlotState.FREE);
    }

    @Test
    void aFailedPodIsRemovedFromItsSlotSoThatAnotherOneOfItsRunMayComeThere() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        SlotPod pod = cluster.pods.get("a-2-0");
        cluster.pods.put(
                "a-2-0",
                new SlotPod(
                        pod.key(),
                        pod.uid(),
                        "a",
                        pod.testbedUid(),
                        pod.epoch(),
                        pod.node(),
                        pod.position(),
                        SlotPod.Phase.FAILED,
                        null));
        cluster.settle();
        assertThat(cluster.pods).isEmpty();
        assertThat(cluster.slotsOf("bed").get(0).state()).isEqualTo(SlotState.RESERVED);
        cluster.place("a");
        assertThat(cluster.slotsOf("bed").get(0).state()).isEqualTo(SlotState.OCCUPIED);
    }

    @Test
    void aJobWhoseSlotIsLostFailsAndOneThatWaitsForSuchASlotFailsAfterTheBound() {
        cluster.put(job("a", new FailurePolicy(1, Duration.ofSeconds(1), AfterRetries.SKIP)));
        cluster.put(slots("s", "bed", Mode.RELAXED, at("a", 0), at("b", 1))).settle();
        cluster.start("a").start("b");
        cluster.nodes.remove("node-0");
        cluster.pods.remove("a-2-0");
        cluster.settle();
        assertThat(progress("s", "a").failures()).isEqualTo(1);
        cluster.succeed("b").after(Duration.ofSeconds(1));
        assertThat(progress("s", "a").stage()).isEqualTo(Stage.IN_QUEUE);
        cluster.after(Duration.ofMinutes(5));
        assertThat(progress("s", "a").stage()).isEqualTo(Stage.SKIPPED);
        assertThat(progress("s", "a").message()).contains("node node-0 is gone");
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
    }

    @Test
    void aDeletedJobIsSkippedAndADeletedTestbedFailsItsScheduling() {
        cluster.put(queue("s", "bed", "a", "b")).settle();
        cluster.start("a").start("b");
        cluster.jobs.remove("a");
        cluster.settle();
        assertThat(cluster.running()).containsExactly("b");
        assertThat(progress("s", "a").message()).isEqualTo("the BatchJob was deleted");

        cluster.testbeds.remove("bed");
        cluster.settle();
        assertThat(cluster.running()).isEmpty();
        assertThat(state("s")).isEqualTo(SchedulingState.FAILED);
        assertThat(message("s")).isEqualTo("Testbed bed was deleted");
        assertThat(cluster.claims.layouts()).isEmpty();
    }

    @Test
    void anObjectOfOthersWithTheNameOfTheApplicationIsLeftAlone() {
        cluster.applications.put(
                "a",
                new ObservedBatchJobApplication(
                        "job",
                        SlotObjects.key("a"),
                        "foreign",
                        "",
                        0,
                        ObservedBatchJobApplication.Phase.RUNNING,
                        "",
                        false));
        cluster.put(queue("s", "bed", "a")).settle();
        assertThat(cluster.applications).containsOnlyKeys("a");
        assertThat(message("s")).contains("an application named a exists that is not of this job");
    }

    private SchedulingState state(String scheduling) {
        return cluster.schedulings.get(scheduling).status().state();
    }

    private JobProgress progress(String scheduling, String job) {
        return cluster.schedulings.get(scheduling).status().jobs().stream()
                .filter(each -> each.job().equals(job))
                .findFirst()
                .orElseThrow();
    }

    private String message(String scheduling) {
        return cluster.schedulings.get(scheduling).status().conditions().stream()
                .filter(condition -> condition.type().equals(Condition.COMPLETE))
                .findFirst()
                .orElseThrow()
                .message();
    }
}
