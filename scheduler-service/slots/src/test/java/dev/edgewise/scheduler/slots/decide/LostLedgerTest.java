package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The ledger is deleted, or replaced by an older one: what has ended does not run again, and no epoch is given twice.
 */
class LostLedgerTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(1).put(testbed("bed", 2)).jobs("a", "b").settle();

    private FakeCluster lose() {
        cluster.claims = ClaimLedger.NONE;
        return cluster.after(Duration.ofSeconds(1));
    }

    private SchedulingState state(String scheduling) {
        return cluster.schedulings.get(scheduling).status().state();
    }

    @Test
    void aCompletedSchedulingIsNotClaimedAgain() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a").succeed("a");
        SchedulingStatus before = cluster.schedulings.get("s").status();
        lose();
        assertThat(cluster.applications).isEmpty();
        assertThat(cluster.schedulings.get("s").status().jobs()).isEqualTo(before.jobs());
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.jobs.get("a").status().state()).isEqualTo(BatchJobState.COMPLETED);

        cluster.put(queue("t", "bed", "a")).settle();
        assertThat(cluster.running()).as("another Scheduling has it run").containsExactly("a");
    }

    @Test
    void aFailedSchedulingIsNotClaimedAgain() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a").fail("a");
        assertThat(state("s")).isEqualTo(SchedulingState.FAILED);
        lose();
        assertThat(cluster.applications).isEmpty();
        assertThat(state("s")).isEqualTo(SchedulingState.FAILED);
        assertThat(cluster.schedulings.get("s").status().conditions())
                .filteredOn("type", "Complete")
                .extracting("message")
                .containsExactly("BatchJob a failed: exit code 1");
    }

    /**
     * The second of two jobs runs: the first one is done, and the second begins again, with another epoch, when its
     * pods are gone.
     */
    @Test
    void aSchedulingContinuesWithoutTheJobsThatHaveSucceeded() {
        cluster.put(queue("s", "bed", "a", "a", "b", "b")).settle();
        cluster.start("a").succeed("a").start("b");
        long epoch = cluster.applications.get("b").epoch();
        long claim = cluster.schedulings.get("s").status().epoch();
        cluster.hangingPods.add("b-3-1");
        lose();
        assertThat(cluster.applications).as("slot 1 is not free").isEmpty();
        assertThat(cluster.claims.lastEpoch()).isGreaterThan(epoch);

        cluster.pods.clear();
        cluster.settle();
        assertThat(cluster.running()).containsExactly("b");
        assertThat(cluster.applications.get("b").epoch()).isGreaterThan(epoch);
        assertThat(cluster.schedulings.get("s").status().epoch()).isGreaterThan(claim);
        cluster.start("b").succeed("b");
        assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
        assertThat(cluster.jobs.get("a").status().runs()).hasSize(1);
        assertThat(cluster.claims.holderOfTestbed("uid-bed")).isNull();
    }

    /** Each ledger that the Scheduling went through comes back after its end: the job has run once. */
    @Test
    void anOlderLedgerRunsNothingTwice() {
        cluster.put(queue("s", "bed", "a"));
        List<ClaimLedger> earlier = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            cluster.decide().actions().forEach(cluster::apply);
            earlier.add(cluster.claims);
        }
        cluster.place("a");
        earlier.add(cluster.claims);
        cluster.run("a");
        earlier.add(cluster.claims);
        cluster.succeed("a");
        for (ClaimLedger older : earlier) {
            cluster.claims = older;
            cluster.after(Duration.ofSeconds(1));
            assertThat(cluster.applications).isEmpty();
            assertThat(state("s")).isEqualTo(SchedulingState.COMPLETED);
            assertThat(cluster.jobs.get("a").status().runs()).hasSize(1);
        }
    }

    @Test
    void applicationsOfALostLedgerAreDeletedAlsoWhenTheirSchedulingIsDeleted() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.claims = ClaimLedger.NONE;
        cluster.deleteScheduling("s");
        cluster.after(Duration.ofSeconds(1));
        assertThat(cluster.schedulings).isEmpty();
        assertThat(cluster.applications).isEmpty();
        assertThat(cluster.pods).isEmpty();
    }

    /** The object was removed while its content was known here. */
    @Test
    void aLedgerThatIsNotStoredIsWrittenAgain() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        ClaimLedger claims = cluster.claims;
        cluster.isLedgerStored = false;
        assertThat(cluster.decide().actions())
                .singleElement()
                .isInstanceOfSatisfying(SlotAction.WriteClaims.class, write -> assertThat(write.claims())
                        .isEqualTo(claims));
    }

    /** A user who may write statuses gets nothing by them but work of his own that does not run. */
    @Test
    void anEpochThatWasWrittenByHandIsNotTakenForALostClaim() {
        Scheduling queue = queue("s", "bed", "a");
        SchedulingStatus forged =
                new SchedulingStatus(SchedulingState.COMPLETED, 1, Long.MAX_VALUE, List.of(), List.of());
        cluster.put(new Scheduling(queue.metadata(), queue.spec(), null, forged))
                .settle();
        assertThat(cluster.running()).containsExactly("a");
        assertThat(cluster.claims.lastEpoch()).isLessThan(cluster.now.toEpochMilli() + 10);
    }
}
