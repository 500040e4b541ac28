package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.BatchJobState;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A slot is not idle while the controller of an application collects what its pods say, and while the garbage collector
 * looks for them.
 */
class EndWithPodsTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(1).put(testbed("bed", 2)).jobs("a", "b").settle();

    @Test
    void aJobHasSucceededOnceAPodInEachOfItsSlotsHas() {
        cluster.endsWithPods = true;
        cluster.put(queue("s", "bed", "a", "a", "b", "b")).settle().start("a");

        cluster.end("a-2-0", SlotPod.Phase.SUCCEEDED);
        assertThat(cluster.running()).containsExactly("a");

        cluster.end("a-2-1", SlotPod.Phase.SUCCEEDED);
        assertThat(cluster.jobs.get("a").status().state()).isEqualTo(BatchJobState.COMPLETED);
        assertThat(cluster.running()).containsExactly("b");
    }

    @Test
    void aPodThatFailedEndsNoJob() {
        cluster.endsWithPods = true;
        cluster.put(queue("s", "bed", "a", "a", "b", "b")).settle().start("a");

        cluster.end("a-2-0", SlotPod.Phase.SUCCEEDED).end("a-2-1", SlotPod.Phase.FAILED);

        assertThat(cluster.running()).containsExactly("a");
    }

    @Test
    void anApplicationThatDoesNotEndWithItsPodsIsWaitedFor() {
        cluster.put(queue("s", "bed", "a", "a", "b", "b")).settle().start("a");

        cluster.end("a-2-0", SlotPod.Phase.SUCCEEDED).end("a-2-1", SlotPod.Phase.SUCCEEDED);

        assertThat(cluster.running()).containsExactly("a");
    }

    /** A pod that runs is given the time to end that its application's controller gives it. */
    @Test
    void finishedPodsAreDeletedRightAfterTheirApplication() {
        cluster.hangingPods.addAll(List.of("a-2-0", "a-2-1"));
        cluster.put(queue("s", "bed", "a", "a", "b", "b")).settle().start("a");
        cluster.end("a-2-0", SlotPod.Phase.SUCCEEDED);
        ObservedBatchJobApplication running = cluster.applications.get("a");
        cluster.applications.put(
                "a",
                new ObservedBatchJobApplication(
                        running.kind(),
                        running.key(),
                        running.uid(),
                        running.ownerUid(),
                        running.epoch(),
                        ObservedBatchJobApplication.Phase.SUCCEEDED,
                        "",
                        false));
        cluster.decide().actions().stream()
                .filter(SlotAction.WriteClaims.class::isInstance)
                .forEach(cluster::apply);

        assertThat(cluster.decide().actions())
                .filteredOn(action ->
                        action instanceof SlotAction.DeleteApplication || action instanceof SlotAction.DeletePod)
                .containsExactly(
                        new SlotAction.DeleteApplication(cluster.applications.get("a")),
                        new SlotAction.DeletePod(cluster.pods.get("a-2-0")));
    }
}
