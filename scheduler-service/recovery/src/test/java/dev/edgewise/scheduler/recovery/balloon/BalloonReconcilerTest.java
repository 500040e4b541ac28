package dev.edgewise.scheduler.recovery.balloon;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.recovery.failure.FailoverFixture;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.TestDecisions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalloonReconcilerTest {
    private static final Duration REST = Duration.ofSeconds(4);
    private static final long GIB = 1L << 30;

    private final FailoverFixture fixture = new FailoverFixture(1);
    private BalloonReconciler keeper = keeper(fixture.scenario.decisions);

    @BeforeEach
    void threeNodes() {
        fixture.scenario.nodes(
                node("n1").memory("8Gi"), node("n2").memory("8Gi"), node("n3").memory("8Gi"));
    }

    @Test
    void aBalloonHoldsWhatABackupKeeps() {
        covered("a", "2Gi");
        keeper.step();
        keeper.step();

        assertThat(fixture.balloons.held("n2")).isEqualTo(2);
        assertThat(fixture.written).hasSize(1);
        assertThat(free("n2")).isEqualTo(6 * GIB);
    }

    @Test
    void itGrowsByOneMoreAndNeverShrinksBefore() {
        covered("a", "2Gi");
        keeper.step();
        covered("b", "1Gi");
        keeper.step();
        assertThat(fixture.balloons.held("n2")).isEqualTo(2);

        fixture.scenario.pass(REST);
        keeper.step();

        assertThat(fixture.balloons.held("n2")).isEqualTo(3);
        assertThat(fixture.written).noneMatch(said -> said.startsWith("delete"));
    }

    @Test
    void aSmallerOneIsThereBeforeTheLargeOneIsGone() {
        covered("a", "3Gi");
        covered("b", "1Gi");
        keeper.step();
        fixture.scenario.feed.podGone(new PodKey("default", "a"));
        assertThat(free("n2")).as("what the balloon holds is taken").isEqualTo(4 * GIB);
        fixture.scenario.pass(REST);
        keeper.step();
        keeper.step();

        assertThat(fixture.written)
                .containsExactly("create balloon-n2-0 4Gi", "create balloon-n2-1 1Gi", "delete balloon-n2-0");
        assertThat(free("n2")).isEqualTo(7 * GIB);
    }

    @Test
    void theLargeOneStaysUntilTheSmallerOneIsAccepted() {
        covered("a", "3Gi");
        covered("b", "1Gi");
        keeper.step();
        fixture.scenario.feed.podGone(new PodKey("default", "a"));
        fixture.balloons.creates = false;
        fixture.scenario.pass(REST);
        keeper.step();
        keeper.step();
        assertThat(fixture.balloons.held("n2")).as("refused").isEqualTo(4);

        fixture.balloons.creates = true;
        fixture.balloons.accepts = false;
        fixture.scenario.pass(Duration.ofSeconds(10));
        keeper.step();
        keeper.step();
        keeper.step();
        assertThat(fixture.balloons.held("n2")).as("not accepted yet").isEqualTo(5);

        fixture.balloons.accept();
        keeper.step();
        assertThat(fixture.balloons.held("n2")).isEqualTo(1);
    }

    /** The node would refuse it. */
    @Test
    void noneIsCreatedBesideOnesThatGiveWay() {
        covered("a", "2Gi");
        fixture.balloons.put("b", "n2", new Resources(0, 4 * GIB, 0, Map.of()));
        fixture.scenario.feed.pod(pod("x").memory("4Gi").runningOn("n2").build());
        fixture.scenario.state.protection().releaseBalloons("n2", ResourceDemand.NONE);
        keeper.step();
        assertThat(fixture.written).isEmpty();

        fixture.balloons.end(fixture.balloons.present.values().iterator().next());
        keeper.step();
        assertThat(fixture.balloons.held("n2")).isEqualTo(2);
    }

    /** Other schedulers would take its capacity immediately if they were not kept away first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneThatIsToGiveWayMeanwhileIsLeft(int after) {
        covered("a", "2Gi");
        keeper.step();
        AtomicInteger looks = new AtomicInteger();
        keeper = keeper(look -> {
            if (looks.incrementAndGet() == after) {
                fixture.scenario
                        .state
                        .protection()
                        .assign(fixture.byName().get("a").pod(), null);
                fixture.scenario.state.protection().releaseBalloons("n2", ResourceDemand.NONE);
            } else if (after == 2) {
                fixture.scenario
                        .state
                        .protection()
                        .assign(fixture.byName().get("a").pod(), null);
            }
            fixture.scenario.cycle.exclusively(look);
        });
        keeper.step();

        assertThat(fixture.balloons.held("n2")).isEqualTo(2);
        assertThat(fixture.scenario.state.protection().releasedBalloons()).hasSize(1);
    }

    /** Decisions continue while other balloons are written. */
    @Test
    void whatIsCreatedIsWhatIsMissingByThen() {
        covered("a", "2Gi");
        AtomicInteger looks = new AtomicInteger();
        keeper = keeper(look -> {
            if (looks.incrementAndGet() == 2) {
                covered("b", "1Gi");
            }
            fixture.scenario.cycle.exclusively(look);
        });
        keeper.step();

        assertThat(fixture.written).containsExactly("create balloon-n2-0 3Gi");
    }

    @Test
    void whatOnesThatGiveWayHoldBesideWhatRestartsIsTakenUntilTheyAreGone() {
        fixture.balloons.put("b", "n1", new Resources(0, 2 * GIB, 0, Map.of()));
        fixture.scenario
                .state
                .protection()
                .releaseBalloons("n1", new ResourceDemand(new Resources(0, GIB, 0, Map.of()), 1));

        assertThat(free("n1")).isEqualTo(7 * GIB);
    }

    @Test
    void withoutRoomForASmallerOneTheLargeOneStays() {
        covered("a", "3Gi");
        covered("b", "1Gi");
        keeper.step();
        fixture.scenario.feed.pod(pod("x").memory("4Gi").runningOn("n2").build());
        fixture.scenario.feed.podGone(new PodKey("default", "a"));
        fixture.written.clear();
        fixture.scenario.pass(REST);
        keeper.step();

        assertThat(free("n2")).isZero();
        assertThat(fixture.balloons.held("n2")).isEqualTo(4);
        assertThat(fixture.written).isEmpty();
    }

    @Test
    void whatABalloonHoldsIsRoomForABackup() {
        covered("a", "3Gi");
        keeper.step();
        fixture.scenario.feed.pod(pod("x").memory("5Gi").runningOn("n2").build());
        fixture.scenario.feed.pod(pod("y").memory("8Gi").runningOn("n3").build());
        fixture.scenario.state.protection().assign(fixture.byName().get("a").pod(), null);
        assertThat(free("n2")).isZero();
        fixture.reconcile();

        assertThat(fixture.byName().get("a").backup()).isEqualTo("n2");
    }

    @Test
    void whereOthersHaveTakenTheRoomNoneIsCreated() {
        covered("a", "3Gi");
        fixture.scenario.feed.pod(pod("x").memory("6Gi").runningOn("n2").build());
        keeper.step();

        assertThat(fixture.written).isEmpty();
    }

    @Test
    void whatANodeRefusesIsAskedForLessAndLess() {
        fixture.balloons.creates = false;
        covered("a", "2Gi");
        for (int i = 0; i < 120; i++) {
            keeper.step();
            fixture.scenario.pass(Duration.ofMillis(500));
        }

        assertThat(fixture.written).hasSizeBetween(3, 6);
        assertThat(free("n2")).isEqualTo(6 * GIB);
    }

    @Test
    void whatANodeEndsAtOnceIsCreatedLessAndLess() {
        covered("a", "2Gi");
        for (int i = 0; i < 120; i++) {
            keeper.step();
            keeper.step();
            fixture.balloons.present.values().stream().toList().forEach(fixture.balloons::end);
            fixture.scenario.pass(Duration.ofMillis(500));
        }

        assertThat(fixture.written).hasSizeBetween(3, 6);
    }

    @Test
    void oneThatEndsBeforeTheNextStepIsLookedFor() {
        covered("a", "2Gi");
        keeper.step();
        fixture.balloons.end(fixture.balloons.present.values().iterator().next());
        keeper.step();

        assertThat(fixture.balloons.lookedForEnded).isEqualTo(2);
    }

    @Test
    void oneThatItsNodeEndedIsReplaced() {
        covered("a", "2Gi");
        keeper.step();
        keeper.step();
        assertThat(fixture.balloons.lookedForEnded).isOne();
        fixture.balloons.end(fixture.balloons.present.values().iterator().next());
        fixture.scenario.pass(REST);
        keeper.step();

        assertThat(fixture.balloons.lookedForEnded).isEqualTo(2);
        assertThat(fixture.balloons.held("n2")).isEqualTo(2);
    }

    @Test
    void theNextLeaderKeepsWhatIsThere() {
        covered("a", "2Gi");
        keeper.step();
        keeper = keeper(fixture.scenario.decisions);
        keeper.step();

        assertThat(fixture.written).hasSize(1);
    }

    @Test
    void whoDoesNotDecideWritesNothingAndCountsThemAll() {
        fixture.scenario.decisions.active = false;
        Resources room = new Resources(0, 2 * GIB, 0, Map.of());
        fixture.balloons.put("b", "n1", room);
        keeper.step();

        assertThat(fixture.written).isEmpty();
        assertThat(free("n1")).isEqualTo(6 * GIB);
    }

    @Test
    void whereNoneAreToBeThoseOfBeforeGo() {
        covered("a", "2Gi");
        keeper.step();
        fixture.balloons.reconciler(false).run();

        assertThat(fixture.balloons.present).isEmpty();
        assertThat(free("n2")).as("kept for our own profiles").isEqualTo(6 * GIB);
    }

    @Test
    void oneThatWasReleasedForNothingGoesInTheEnd() {
        fixture.balloons.put("b", "n1", new Resources(0, 2 * GIB, 0, Map.of()));
        fixture.scenario.state.protection().releaseBalloons("n1", ResourceDemand.NONE);
        keeper.step();
        fixture.scenario.pass(Duration.ofSeconds(9));
        keeper.step();
        assertThat(fixture.balloons.present).hasSize(1);
        fixture.scenario.pass(Duration.ofSeconds(1));
        keeper.step();

        assertThat(fixture.balloons.present).isEmpty();
        assertThat(fixture.scenario.state.protection().releasedBalloons()).isEmpty();
    }

    /** The answer to its creation may come after another replica decides. */
    @Test
    void oneThatNeverCameHoldsNothingWhereAnotherDecides() {
        fixture.balloons.creates = false;
        covered("a", "2Gi");
        keeper.step();
        assertThat(fixture.scenario.state.protection().balloons()).hasSize(1);
        fixture.scenario.decisions.active = false;
        keeper.step();

        assertThat(fixture.scenario.state.protection().balloons()).isEmpty();
    }

    @Test
    void thoseOfANodeThatIsGoneGo() {
        fixture.balloons.put("b", "n9", new Resources(0, GIB, 0, Map.of()));
        keeper.step();

        assertThat(fixture.balloons.present).isEmpty();
    }

    /** A pod on n1 that n2 keeps room for. */
    private void covered(String name, String memory) {
        fixture.scenario.feed.pod(protectedPod(name, memory)
                .runningOn("n1")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "n2")
                .build());
    }

    private long free(String node) {
        NodeState state = fixture.scenario.state.snapshot().node(node);
        return Objects.requireNonNull(state).freeMemory();
    }

    @Test
    void aDeletedBalloonReleasesItsCapacityBeforeTheWatchSaysSo() {
        List.of("n2", "n3").forEach(fixture.scenario.feed::nodeGone);
        fixture.scenario.nodes(node("n1").memory("4Gi"));
        fixture.balloons.put("b", "n1", new Resources(0, 4 * GIB, 0, Map.of()));
        fixture.scenario.pods(pod("waiting").memory("4Gi")).run();
        assertThat(fixture.scenario.nodeOf("waiting")).isNull();

        fixture.balloons.watchIsLate = true;
        fixture.balloons.reconciler(false).run();
        // Backoff ends after a second; without a wake-up the pod would wait for five minutes.
        fixture.scenario.runAfter(Duration.ofSeconds(10));

        assertThat(fixture.scenario.state.protection().balloons()).isEmpty();
        assertThat(fixture.scenario.nodeOf("waiting")).isEqualTo("n1");
    }

    /** @param exclusively runs the steps that no decision may be under way for */
    private BalloonReconciler keeper(Consumer<Runnable> exclusively) {
        return keeper(new TestDecisions(fixture.scenario.cycle::snapshot, exclusively));
    }

    private BalloonReconciler keeper(SchedulingLoopAccess decisions) {
        return new BalloonReconciler(
                fixture.scenario.state, decisions, fixture.balloons, true, fixture.scenario.ticker);
    }
}
