package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The ledger is one object of a limited size. */
class LedgerSizeBudgetTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(1).put(testbed("bed", 2)).jobs("a", "b").settle();

    /** A job takes at least 770 bytes: 1,400 of them are more than 1,000,000. */
    @Test
    void aSchedulingThatTheLedgerHasNoRoomForIsRefusedAndStopsNoOther() {
        String[] many = IntStream.range(0, 1_400).mapToObj(i -> "j" + i).toArray(String[]::new);
        cluster.jobs(many)
                .put(queue("big", "bed", many))
                .put(queue("small", "bed", "a"))
                .settle();
        assertThat(cluster.claims.bySchedulingUid()).containsOnlyKeys("uid-small");
        assertThat(cluster.running()).containsExactly("a");
        assertThat(cluster.schedulings.get("big").status().conditions())
                .filteredOn("type", "Claimed")
                .singleElement()
                .satisfies(condition -> {
                    assertThat(condition.holds()).isFalse();
                    assertThat(condition.reason()).isEqualTo("Waiting");
                    assertThat(condition.message())
                            .startsWith("the ledger of namespace lab would have 1")
                            .endsWith(
                                    "bytes with it: it must be at most 1000000; name fewer jobs, or delete Schedulings that have ended");
                });
        assertThat(cluster.schedulings.get("big").status().state()).isEqualTo(SchedulingState.ACQUIRING);
    }

    @Test
    void aFailedSchedulingKeepsItsJobsInTheStatusesAlone() {
        cluster.put(SlotObjects.job(
                "b", new FailurePolicy(0, Duration.ofSeconds(1), FailurePolicy.AfterRetries.FAIL_SCHEDULING)));
        cluster.put(queue("s", "bed", "b", "a")).settle();
        cluster.start("b").fail("b");
        var status = cluster.schedulings.get("s").status();
        assertThat(status.state()).isEqualTo(SchedulingState.FAILED);
        assertThat(status.jobs()).extracting("job").containsExactly("b", "a");
        assertThat(cluster.claims.bySchedulingUid().get("uid-s").jobs()).isEmpty();
        assertThat(cluster.jobs.get("b").status().state()).isEqualTo(BatchJobState.FAILED);
        assertThat(cluster.jobs.get("b").status().runs()).extracting("message").containsExactly("exit code 1");
        cluster.after(Duration.ofMinutes(10));
        assertThat(cluster.schedulings.get("s").status()).isEqualTo(status);
    }

    @Test
    void aMessageOfAnApplicationIsCut() {
        JobPhase.Ended ended = new JobPhase.Ended(JobPhase.Outcome.FAILED, "x".repeat(5_000));
        // 497 of one byte, and the mark of three.
        assertThat(ended.message()).isEqualTo("x".repeat(497) + "…");
        // Each of three bytes: 165 are 495, and the mark.
        assertThat(new JobPhase.Ended(JobPhase.Outcome.FAILED, "語".repeat(500)).message())
                .isEqualTo("語".repeat(165) + "…");
        assertThat(new JobPhase.Ended(JobPhase.Outcome.FAILED, "x".repeat(500)).message())
                .hasSize(500);
    }

    @Test
    void longMessagesAreCutFurtherBeforeTheLedgerIsTooLarge() {
        String[] many = IntStream.range(0, 1_200).mapToObj(i -> "j" + i).toArray(String[]::new);
        cluster.jobs(many).put(queue("s", "bed", many)).settle();
        Claim claim = cluster.claims.bySchedulingUid().get("uid-s");
        assertThat(claim.jobs()).hasSize(1_200);
        ClaimLedgerDraft draft = new ClaimLedgerDraft(cluster.claims, cluster.now);
        draft.put(claim.withJobs(claim.jobs().stream()
                .map(job -> job.withPhase(new JobPhase.Ended(JobPhase.Outcome.FAILED, "y".repeat(500))))
                .toList()));
        // 1,200 × (170 + 5 + 500 + 60) = 882,000 bytes fit.
        assertThat(messageOf(draft)).hasSize(500);
        draft.put(claim.withJobs(claim.jobs().stream()
                .map(job -> job.withPhase(
                        new JobPhase.Ended(JobPhase.Outcome.FAILED, "語".repeat(166) + job.name() + "\n".repeat(10))))
                .map(job -> new ClaimedJob(
                        "a-rather-long-name-".repeat(12) + job.name(), job.uid(), 0, job.phase(), job.lastEnded()))
                .toList()));
        // With names of 233 bytes, 1,200 × (170 + 233 + 500 + 60) = 1,155,600 do not: 57 bytes are left, and the mark.
        assertThat(messageOf(draft)).isEqualTo("語".repeat(19) + "…");
    }

    private static String messageOf(ClaimLedgerDraft draft) {
        Claim claim = draft.toClaims().bySchedulingUid().get("uid-s");
        return ((JobPhase.Ended) claim.jobs().get(0).phase()).message();
    }
}
