package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.TestbedState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The deletion of a Scheduling in each of its states releases everything. */
class ReleaseTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(1).put(testbed("bed", 2)).jobs("a", "b").settle();

    static Stream<Consumer<FakeCluster>> states() {
        return Stream.of(
                cluster -> {},
                cluster -> cluster.place("a"),
                cluster -> cluster.start("a"),
                cluster -> cluster.start("a").succeed("a"),
                cluster -> cluster.start("a").succeed("a").start("b"),
                cluster -> cluster.start("a").succeed("a").start("b").succeed("b"),
                cluster -> cluster.start("a").fail("a"));
    }

    @ParameterizedTest
    @MethodSource("states")
    void aDeletedSchedulingLeavesNothing(Consumer<FakeCluster> state) {
        cluster.put(queue("s", "bed", "a", "a", "b", "b")).settle();
        state.accept(cluster);
        cluster.deleteScheduling("s");

        assertThat(cluster.schedulings).isEmpty();
        assertThat(cluster.applications).isEmpty();
        assertThat(cluster.pods).isEmpty();
        assertThat(cluster.claims.bySchedulingUid()).isEmpty();
        assertThat(cluster.testbeds.get("bed").status().state()).isEqualTo(TestbedState.SUCCESS);
        assertThat(cluster.jobs.get("a").status().state()).isEqualTo(BatchJobState.READY);
        assertThat(cluster.jobs.get("a").status().runs())
                .allSatisfy(run -> assertThat(run.stop()).isNotNull());
    }

    @Test
    void aDeletedSchedulingStaysUntilItsPodsAreGone() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.hangingPods.add("a-2-0");
        cluster.deleteScheduling("s");
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.RELEASING);
        assertThat(cluster.applications).isEmpty();
        cluster.put(queue("next", "bed", "b")).settle();
        assertThat(cluster.applications).isEmpty();

        cluster.pods.clear();
        cluster.settle();
        assertThat(cluster.schedulings).containsOnlyKeys("next");
        assertThat(cluster.running()).containsExactly("b");
    }

    @Test
    void aClaimWhoseSchedulingIsGoneIsSweptAfterTheBound() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.schedulings.clear();
        cluster.after(Duration.ofSeconds(9));
        assertThat(cluster.running()).containsExactly("a");
        cluster.after(Duration.ofSeconds(1));
        assertThat(cluster.running()).isEmpty();
        assertThat(cluster.claims.holderOfTestbed("uid-bed")).isNull();
        assertThat(cluster.claims.holderOfJob("uid-a")).isNull();
        cluster.after(Duration.ofSeconds(10));
        assertThat(cluster.claims.bySchedulingUid()).isEmpty();
    }

    @Test
    void aLateApplicationOfAnEarlierRunIsDeletedAndItsPodsAreRefused() {
        cluster.put(queue("s", "bed", "a")).settle();
        ObservedBatchJobApplication late = cluster.applications.get("a");
        cluster.deleteScheduling("s");
        cluster.put(queue("next", "bed", "b")).settle();

        cluster.applications.put("a", late);
        assertThat(cluster.claims.mayTake("uid-bed", late.epoch(), 0)).isFalse();
        cluster.settle();
        assertThat(cluster.running()).containsExactly("b");
    }

    @Test
    void theFenceAllowsTheSlotsOfARunThatIsToBeThereAndNoOthers() {
        cluster.put(queue("s", "bed", "a")).settle();
        long epoch = cluster.applications.get("a").epoch();
        assertThat(cluster.claims.mayTake("uid-bed", epoch, 0)).isTrue();
        assertThat(cluster.claims.mayTake("uid-bed", epoch, 1)).isFalse();
        assertThat(cluster.claims.mayTake("uid-bed", epoch + 1, 0)).isFalse();
        assertThat(cluster.claims.mayTake("uid-other", epoch, 0)).isFalse();
        cluster.start("a");
        cluster.hangingPods.add("a-2-0");
        cluster.succeed("a");
        assertThat(cluster.claims.mayTake("uid-bed", epoch, 0)).isFalse();
        assertThat(cluster.claims.run("uid-bed", epoch)).isNotNull();
    }

    @Test
    void theOrderOfListsDoesNotMatter() {
        cluster.put(queue("s", "bed", "a")).put(queue("t", "bed", "b"));
        SlotDecisionInput input = cluster.input();
        SlotDecider decider = new NamespaceDecider(SlotObjects.RULES);
        SlotDecision expected = decider.decide(input);
        assertThat(expected.actions()).isNotEmpty();
        Random random = new Random(5);
        for (int i = 0; i < 20; i++) {
            SlotDecisionInput shuffled = new SlotDecisionInput(
                    input.namespace(),
                    input.now(),
                    input.claims(),
                    input.claimsVersion(),
                    input.isLedgerStored(),
                    shuffled(input.testbeds(), random),
                    input.otherTestbeds(),
                    shuffled(input.jobs(), random),
                    shuffled(input.schedulings(), random),
                    input.applications(),
                    input.pods(),
                    input.pausePods(),
                    shuffled(input.nodes(), random),
                    input.servedKinds());
            assertThat(decider.decide(shuffled)).isEqualTo(expected);
        }
    }

    private static <T> List<T> shuffled(List<T> list, Random random) {
        List<T> copy = new ArrayList<>(list);
        Collections.shuffle(copy, random);
        return copy;
    }
}
