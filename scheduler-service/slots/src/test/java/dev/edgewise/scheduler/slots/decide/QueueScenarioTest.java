package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.TestbedState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of queues, slot for slot. */
class QueueScenarioTest {
    /** Two nodes with two slots each: slots 0 and 2 are on node-0, slots 1 and 3 on node-1. */
    private final FakeCluster cluster = new FakeCluster()
            .nodes(2)
            .put(testbed("bed", 2))
            .jobs("job-1", "job-2", "job-3", "job-4")
            .settle();

    @Test
    void aLongQueueFillsTheSlotsInOrder() {
        assertThat(cluster.testbeds.get("bed").status().state()).isEqualTo(TestbedState.SUCCESS);

        // Entries 0 to 3 get the slots 0 to 3: job-2 {0, 2}, job-1 {1, 3}. The other entries lie behind the last slot.
        cluster.put(queue(
                        "long", "bed", "job-2", "job-1", "job-2", "job-1", "job-3", "job-3", "job-3", "job-4", "job-4"))
                .settle();
        assertThat(cluster.running()).containsExactly("job-1", "job-2");
        assertThat(cluster.positionsOf("job-2")).containsExactly(0, 2);
        assertThat(cluster.positionsOf("job-1")).containsExactly(1, 3);
        assertThat(state("long")).isEqualTo(SchedulingState.CONFIRMING);

        cluster.start("job-2");
        assertThat(state("long")).isEqualTo(SchedulingState.CONFIRMING);
        cluster.start("job-1");
        assertThat(state("long")).isEqualTo(SchedulingState.SUBMITTING);

        // Two free slots are too few for the three of job-3, and job-4 does not overtake it.
        cluster.succeed("job-2");
        assertThat(cluster.running()).containsExactly("job-1");

        // job-3 {0, 1, 2}; of job-4 one entry would fit, so that it gets nothing.
        cluster.succeed("job-1");
        assertThat(cluster.running()).containsExactly("job-3");
        assertThat(cluster.positionsOf("job-3")).containsExactly(0, 1, 2);

        cluster.start("job-3").succeed("job-3");
        assertThat(cluster.positionsOf("job-4")).containsExactly(0, 1);
        assertThat(state("long")).isEqualTo(SchedulingState.AWAITING_COMPLETION);
        cluster.start("job-4").succeed("job-4");
        assertThat(state("long")).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.applications).isEmpty();
        assertThat(cluster.pods).isEmpty();
        assertThat(cluster.testbeds.get("bed").status().state()).isEqualTo(TestbedState.SUCCESS);
    }

    @Test
    void aJobWhoseEntriesAreTooFarApartGetsTheLowestSlots() {
        // job-2 is at 0 and 4 of four slots: it would never fit. It gets the slots 0 and 1, and the next two the
        // others.
        cluster.put(queue("apart", "bed", "job-2", "job-1", "job-3", "job-4", "job-2"))
                .settle();

        assertThat(cluster.positionsOf("job-2")).containsExactly(0, 1);
        assertThat(cluster.positionsOf("job-1")).containsExactly(2);
        assertThat(cluster.positionsOf("job-3")).containsExactly(3);
        assertThat(cluster.running()).containsExactly("job-1", "job-2", "job-3");
    }

    @Test
    void anAppendedJobFollowsWhileTheQueueRuns() {
        cluster.put(queue("grows", "bed", "job-1", "job-1")).settle();
        cluster.start("job-1");

        cluster.put(queue("grows", "bed", "job-1", "job-1", "job-3")).settle();
        // Slots 0 and 1 are in use.
        assertThat(cluster.positionsOf("job-3")).containsExactly(2);
        cluster.start("job-3").succeed("job-3").succeed("job-1");
        assertThat(state("grows")).isEqualTo(SchedulingState.COMPLETED);

        // Jobs that have run do not run again.
        cluster.put(queue("grows", "bed", "job-1", "job-1", "job-3", "job-4")).settle();
        assertThat(cluster.running()).containsExactly("job-4");
        cluster.start("job-4").succeed("job-4");
        assertThat(state("grows")).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.jobs.get("job-1").status().runs()).hasSize(1);
    }

    @Test
    void twoSchedulingsOfOneTestbedRunOneAfterTheOther() {
        cluster.put(queue("first", "bed", "job-2", "job-1", "job-2", "job-3")).settle();
        cluster.put(queue("second", "bed", "job-2", "job-1", "job-2", "job-4")).settle();

        assertThat(cluster.positionsOf("job-2")).containsExactly(0, 2);
        assertThat(cluster.positionsOf("job-1")).containsExactly(1);
        assertThat(cluster.positionsOf("job-3")).containsExactly(3);
        assertThat(state("first")).isEqualTo(SchedulingState.AWAITING_COMPLETION);
        assertThat(state("second")).isEqualTo(SchedulingState.ACQUIRING);
        assertThat(cluster.schedulings.get("second").status().conditions())
                .extracting("message")
                .contains("Testbed bed is held by Scheduling first");

        cluster.start("job-3")
                .start("job-2")
                .start("job-1")
                .succeed("job-1")
                .succeed("job-3")
                .succeed("job-2");
        assertThat(state("first")).isEqualTo(SchedulingState.COMPLETED);
        // The jobs stay those of the first one until it is deleted: its client reads their last runs.
        assertThat(state("second")).isEqualTo(SchedulingState.ACQUIRING);
        assertThat(cluster.jobs.get("job-4").status().state()).isEqualTo(BatchJobState.READY);

        cluster.deleteScheduling("first");
        assertThat(cluster.schedulings).containsOnlyKeys("second");
        assertThat(cluster.running()).containsExactly("job-1", "job-2", "job-4");
    }

    @Test
    void aCompletedSchedulingFreesItsTestbedAndLaterItsJobs() {
        cluster.put(queue("first", "bed", "job-1"))
                .put(queue("second", "bed", "job-2"))
                .settle();
        assertThat(cluster.running()).containsExactly("job-1");
        cluster.start("job-1").succeed("job-1");
        assertThat(cluster.running()).containsExactly("job-2");
        cluster.start("job-2").succeed("job-2");

        cluster.put(queue("third", "bed", "job-1")).settle();
        assertThat(state("third")).isEqualTo(SchedulingState.ACQUIRING);
        // Jobs are kept for an hour.
        cluster.after(Duration.ofMinutes(59));
        assertThat(cluster.running()).isEmpty();
        cluster.after(Duration.ofMinutes(1));
        assertThat(cluster.running()).containsExactly("job-1");
    }

    @Test
    void aLaterSchedulingDoesNotOvertakeAnEarlierOneThatWaitsForItsJobs() {
        cluster.put(testbed("other", 1)).settle();
        cluster.put(queue("a", "bed", "job-1")).settle();
        cluster.put(queue("b", "bed", "job-1", "job-2")).settle();
        cluster.put(queue("c", "bed", "job-2")).settle();

        assertThat(cluster.running()).containsExactly("job-1");
        assertThat(cluster.schedulings.get("c").status().conditions())
                .extracting("message")
                .contains("Testbed bed is held by Scheduling a");
        cluster.start("job-1").succeed("job-1").deleteScheduling("a");
        assertThat(cluster.running()).containsExactly("job-1", "job-2");
        assertThat(state("c")).isEqualTo(SchedulingState.ACQUIRING);
    }

    @Test
    void aJobGoesThroughItsStatesAndKeepsItsHistory() {
        cluster.put(queue("one", "bed", "job-1", "job-1")).settle();
        assertThat(jobState("job-1")).isEqualTo(BatchJobState.SUBMITTED);
        cluster.place("job-1");
        assertThat(jobState("job-1")).isEqualTo(BatchJobState.SCHEDULED);
        cluster.now = cluster.now.plusSeconds(5);
        cluster.run("job-1");
        assertThat(jobState("job-1")).isEqualTo(BatchJobState.RUNNING);
        assertThat(cluster.slotsOf("bed"))
                .extracting("state")
                .containsExactly(SlotState.OCCUPIED, SlotState.OCCUPIED, SlotState.FREE, SlotState.FREE);
        cluster.hangingPods.add("job-1-2-0");
        cluster.now = cluster.now.plusSeconds(40);
        cluster.succeed("job-1");
        // The application has completed and is gone, and one of its pods still leaves its slot.
        assertThat(cluster.applications).isEmpty();
        assertThat(jobState("job-1")).isEqualTo(BatchJobState.STOPPING);
        assertThat(state("one")).isEqualTo(SchedulingState.AWAITING_COMPLETION);
        assertThat(cluster.slotsOf("bed").get(0).state()).isEqualTo(SlotState.OCCUPIED);
        assertThat(cluster.slotsOf("bed").get(1).state()).isEqualTo(SlotState.RESERVED);

        cluster.pods.clear();
        cluster.after(Duration.ofSeconds(7));
        assertThat(jobState("job-1")).isEqualTo(BatchJobState.COMPLETED);
        assertThat(cluster.jobs.get("job-1").status().runs()).singleElement().satisfies(run -> {
            assertThat(run.start()).isEqualTo(SlotObjects.START.plusSeconds(5));
            assertThat(run.stop()).isEqualTo(SlotObjects.START.plusSeconds(45));
            assertThat(run.successful()).isTrue();
            assertThat(run.scheduling()).isEqualTo(SlotObjects.key("one"));
            assertThat(run.slots()).containsExactly(0, 1);
        });
        assertThat(cluster.schedulings.get("one").status().jobs())
                .containsExactly(new JobProgress("job-1", JobProgress.Stage.COMPLETED, List.of(0, 1), 0, ""));
    }

    private SchedulingState state(String scheduling) {
        return cluster.schedulings.get(scheduling).status().state();
    }

    private BatchJobState jobState(String job) {
        return cluster.jobs.get(job).status().state();
    }

    /** Jobs are kept for 60 minutes, or as many as the rules of these tests say. */
    @Test
    void aReleasedClaimKeepsNoJobsAndTheStatusesStayAsTheyAre() {
        cluster.jobs("kept").put(queue("one", "bed", "kept")).settle();
        cluster.start("kept").succeed("kept");
        List<JobProgress> progress = cluster.schedulings.get("one").status().jobs();
        BatchJobStatus before = cluster.jobs.get("kept").status();
        assertThat(progress).extracting(JobProgress::stage).containsExactly(JobProgress.Stage.COMPLETED);

        cluster.after(SlotObjects.RULES.keepJobs());
        assertThat(cluster.claims.bySchedulingUid().get("uid-one").state()).isEqualTo(Claim.State.RELEASED);
        assertThat(cluster.claims.bySchedulingUid().get("uid-one").jobs()).isEmpty();
        assertThat(state("one")).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.schedulings.get("one").status().jobs()).isEqualTo(progress);
        BatchJobStatus after = cluster.jobs.get("kept").status();
        assertThat(after.state()).isEqualTo(BatchJobState.COMPLETED);
        assertThat(after.runs()).isEqualTo(before.runs());
        assertThat(after.conditions()).extracting("type").contains("Complete");

        cluster.deleteScheduling("one");
        assertThat(jobState("kept")).isEqualTo(BatchJobState.READY);
    }
}
