package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotPod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors and refusals about one object leave all others alone. */
class SlotReconcilerTest extends ReconcilerFixture {
    /** The kind "none" has no form: the writer throws. */
    @Test
    void anActionThatCannotBeCarriedOutStopsNeitherOtherActionsNorOtherNamespaces() {
        for (String namespace : List.of("a", "b", "c")) {
            wanted.put(namespace, List.of(create(namespace, "none"), pausePod(namespace, "n1")));
        }
        step(Duration.ofSeconds(1));
        assertThat(decided).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(count("POST /api/v1/namespaces/edgewise/pods")).isEqualTo(3);
        decided.clear();
        step(Duration.ofMillis(499));
        assertThat(decided).isEmpty();
        step(Duration.ofMillis(1));
        assertThat(decided).as("again after half a second").hasSize(3);
    }

    @Test
    void aNamespaceThatCannotBeDecidedAboutStopsNoOther() {
        for (String namespace : List.of("a", "b", "c")) {
            testbed(namespace);
        }
        broken = true;
        step(Duration.ofSeconds(1));
        assertThat(decided).containsExactlyInAnyOrder("a", "b", "c");
    }

    /**
     * The second decision is due to a change; further ones when the application has paused for 30 seconds, and the
     * pause pods for 60.
     */
    @Test
    void refusedObjectsRestAndTheirNamespaceIsDecidedAboutAtOnce() {
        String jobs = "POST /apis/batch/v1/namespaces/a/jobs";
        String pausePods = "POST /api/v1/namespaces/edgewise/pods";
        refusals.put(jobs, REFUSED);
        refusals.put(pausePods, 403);
        wanted.put("a", List.of(create("a", "job"), pausePod("a", "n1"), pausePod("a", "n2")));
        step(Duration.ofSeconds(1));
        assertThat(count(jobs)).isEqualTo(1);
        assertThat(count(pausePods)).isEqualTo(2);
        assertThat(count("POST /api/v1/namespaces/a/events ApplicationRefused")).isEqualTo(1);
        assertThat(count("POST /api/v1/namespaces/a/events GhostRefused"))
                .as("the same refusal of two pods")
                .isEqualTo(1);

        cache.change(List.of("a"));
        step(Duration.ofMillis(50));
        assertThat(decided).hasSize(2);
        assertThat(count(jobs)).isEqualTo(1);
        assertThat(count(pausePods)).isEqualTo(2);

        step(Duration.ofSeconds(30));
        assertThat(decided).hasSize(3);
        assertThat(count(jobs)).isEqualTo(2);
        assertThat(count(pausePods)).isEqualTo(2);

        step(Duration.ofSeconds(30));
        assertThat(decided).hasSize(4);
        assertThat(count(pausePods)).isEqualTo(4);
    }

    @Test
    void anAnswerThatMayChangeMakesTheNamespaceWait() {
        refusals.put("POST /api/v1/namespaces/edgewise/pods", 500);
        wanted.put("a", List.of(pausePod("a", "n1")));
        step(Duration.ofSeconds(1));
        cache.change(List.of("a"));
        step(Duration.ofMillis(50));
        assertThat(decided).hasSize(1);
        step(Duration.ofMillis(450));
        assertThat(decided).hasSize(2);
    }

    /**
     * Applications follow from a ledger that is written, and are created at once; the decider of this test writes one
     * each time, so the fourth decision is the last.
     */
    @Test
    void decisionsThatFollowFromAWrittenLedgerAreMadeWithoutAPauseUpToABound() {
        testbed("a");
        wanted.put("a", List.of(new SlotAction.WriteClaims(ClaimLedger.NONE, "")));
        step(Duration.ofSeconds(1));
        assertThat(decided).hasSize(4);

        decided.clear();
        wanted.clear();
        step(Duration.ofMillis(50));
        assertThat(decided).hasSize(1);
    }

    /**
     * The decider of this test writes a ledger each time: what follows from it is asked for once, by the last of four
     * decisions.
     */
    @Test
    void nothingIsDoneBetweenALedgerAndTheDecisionThatFollowsFromIt() {
        wanted.put("a", List.of(new SlotAction.WriteClaims(ClaimLedger.NONE, ""), pausePod("a", "n1")));
        step(Duration.ofSeconds(1));
        assertThat(requests).hasSize(5).endsWith("POST /api/v1/namespaces/edgewise/pods");
        assertThat(requests.subList(0, 4)).containsOnly("POST /api/v1/namespaces/edgewise/configmaps");
    }

    @Test
    void aLedgerThatCannotBeWrittenHoldsUpNothingElse() {
        refusals.put("POST /api/v1/namespaces/edgewise/configmaps", REFUSED);
        wanted.put("a", List.of(new SlotAction.WriteClaims(ClaimLedger.NONE, ""), pausePod("a", "n1")));
        step(Duration.ofSeconds(1));
        assertThat(count("POST /api/v1/namespaces/edgewise/pods")).isEqualTo(1);
    }

    /** The next job waits until the pods of the one before are gone, and not for the pause pods of its slots. */
    @Test
    void slotsAreFreedBeforePausePodsAreMadeAndApplicationsCreatedAfterwards() {
        ObservedBatchJobApplication old = new ObservedBatchJobApplication(
                "job",
                new ObjectKey("a", "old"),
                "uid-old",
                "uid-a-pi",
                1,
                ObservedBatchJobApplication.Phase.RUNNING,
                "",
                false,
                true);
        SlotPod finished = new SlotPod(
                new ObjectKey("a", "old-1"), "uid-1", "old", "uid-a-tb", 1, "n1", 0, SlotPod.Phase.SUCCEEDED, null);
        wanted.put(
                "a",
                List.of(
                        create("a", "job"),
                        pausePod("a", "n1"),
                        new SlotAction.DeleteApplication(old),
                        new SlotAction.DeletePod(finished)));
        step(Duration.ofSeconds(1));
        assertThat(requests)
                .startsWith(
                        "DELETE /apis/batch/v1/namespaces/a/jobs/old",
                        "DELETE /api/v1/namespaces/a/pods/old-1",
                        "POST /api/v1/namespaces/edgewise/pods",
                        "POST /apis/batch/v1/namespaces/a/jobs");
    }

    @Test
    void aLedgerThatIsTooLargeIsToldToTheSchedulings() {
        refusals.put("POST /api/v1/namespaces/edgewise/configmaps", REFUSED);
        ObjectKey testbed = new ObjectKey("a", "tb");
        SchedulingSpec spec = new SchedulingSpec(testbed, new RequestedJobs.Queue(List.of()));
        cache.put(new Scheduling(metadata("a", "one"), spec, null, SchedulingStatus.NONE));
        wanted.put("a", List.of(new SlotAction.WriteClaims(ClaimLedger.NONE, "")));
        step(Duration.ofSeconds(1));
        step(Duration.ofSeconds(1));
        assertThat(count("POST /api/v1/namespaces/edgewise/configmaps"))
                .as("again after half a second")
                .isEqualTo(2);
        assertThat(count("POST /api/v1/namespaces/a/events LedgerTooLarge")).isEqualTo(1);
    }
}
