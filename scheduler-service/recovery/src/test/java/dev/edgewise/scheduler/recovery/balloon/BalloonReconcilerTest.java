package dev.edgewise.scheduler.recovery.balloon;

import static dev.edgewise.scheduler.recovery.failure.FailoverWorld.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.recovery.failure.FailoverWorld;
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

    private final FailoverWorld world = new FailoverWorld(1);
    private BalloonReconciler keeper = keeper(world.scenario.decisions);

    @BeforeEach
    void threeNodes() {
        world.scenario.nodes(
                node("n1").memory("8Gi"), node("n2").memory("8Gi"), node("n3").memory("8Gi"));
    }

    @Test
    void aBalloonHoldsWhatABackupKeeps() {
        covered("a", "2Gi");
        keeper.step();
        keeper.step();

        assertThat(world.balloons.held("n2")).isEqualTo(2);
        assertThat(world.written).hasSize(1);
        assertThat(free("n2")).isEqualTo(6 * GIB);
    }

    @Test
    void itGrowsByOneMoreAndNeverShrinksBefore() {
        covered("a", "2Gi");
        keeper.step();
        covered("b", "1Gi");
        keeper.step();
        assertThat(world.balloons.held("n2")).isEqualTo(2);

        world.scenario.pass(REST);
        keeper.step();

        assertThat(world.balloons.held("n2")).isEqualTo(3);
        assertThat(world.written).noneMatch(said -> said.startsWith("delete"));
    }

    @Test
    void aSmallerOneIsThereBeforeTheLargeOneIsGone() {
        covered("a", "3Gi");
        covered("b", "1Gi");
        keeper.step();
        world.scenario.feed.podGone(new PodKey("default", "a"));
        assertThat(free("n2")).as("what the balloon holds is taken").isEqualTo(4 * GIB);
        world.scenario.pass(REST);
        keeper.step();
        keeper.step();

        assertThat(world.written)
                .containsExactly("create balloon-n2-0 4Gi", "create balloon-n2-1 1Gi", "delete balloon-n2-0");
        assertThat(free("n2")).isEqualTo(7 * GIB);
    }

    @Test
    void theLargeOneStaysUntilTheSmallerOneIsAccepted() {
        covered("a", "3Gi");
        covered("b", "1Gi");
        keeper.step();
        world.scenario.feed.podGone(new PodKey("default", "a"));
        world.balloons.creates = false;
        world.scenario.pass(REST);
        keeper.step();
        keeper.step();
        assertThat(world.balloons.held("n2")).as("refused").isEqualTo(4);

        world.balloons.creates = true;
        world.balloons.accepts = false;
        world.scenario.pass(Duration.ofSeconds(10));
        keeper.step();
        keeper.step();
        keeper.step();
        assertThat(world.balloons.held("n2")).as("not accepted yet").isEqualTo(5);

        world.balloons.accept();
        keeper.step();
        assertThat(world.balloons.held("n2")).isEqualTo(1);
    }

    /** The node would refuse it. */
    @Test
    void noneIsCreatedBesideOnesThatGiveWay() {
        covered("a", "2Gi");
        world.balloons.put("b", "n2", new Resources(0, 4 * GIB, 0, Map.of()));
        world.scenario.feed.pod(pod("x").memory("4Gi").runningOn("n2").build());
        world.scenario.state.protection().releaseBalloons("n2", ResourceDemand.NONE);
        keeper.step();
        assertThat(world.written).isEmpty();

        world.balloons.end(world.balloons.present.values().iterator().next());
        keeper.step();
        assertThat(world.balloons.held("n2")).isEqualTo(2);
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
                world.scenario.state.protection().assign(world.byName().get("a").pod(), null);
                world.scenario.state.protection().releaseBalloons("n2", ResourceDemand.NONE);
            } else if (after == 2) {
                world.scenario.state.protection().assign(world.byName().get("a").pod(), null);
            }
            world.scenario.cycle.exclusively(look);
        });
        keeper.step();

        assertThat(world.balloons.held("n2")).isEqualTo(2);
        assertThat(world.scenario.state.protection().releasedBalloons()).hasSize(1);
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
            world.scenario.cycle.exclusively(look);
        });
        keeper.step();

        assertThat(world.written).containsExactly("create balloon-n2-0 3Gi");
    }

    @Test
    void whatOnesThatGiveWayHoldBesideWhatRestartsIsTakenUntilTheyAreGone() {
        world.balloons.put("b", "n1", new Resources(0, 2 * GIB, 0, Map.of()));
        world.scenario
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
        world.scenario.feed.pod(pod("x").memory("4Gi").runningOn("n2").build());
        world.scenario.feed.podGone(new PodKey("default", "a"));
        world.written.clear();
        world.scenario.pass(REST);
        keeper.step();

        assertThat(free("n2")).isZero();
        assertThat(world.balloons.held("n2")).isEqualTo(4);
        assertThat(world.written).isEmpty();
    }

    @Test
    void whatABalloonHoldsIsRoomForABackup() {
        covered("a", "3Gi");
        keeper.step();
        world.scenario.feed.pod(pod("x").memory("5Gi").runningOn("n2").build());
        world.scenario.feed.pod(pod("y").memory("8Gi").runningOn("n3").build());
        world.scenario.state.protection().assign(world.byName().get("a").pod(), null);
        assertThat(free("n2")).isZero();
        world.reconcile();

        assertThat(world.byName().get("a").backup()).isEqualTo("n2");
    }

    @Test
    void whereOthersHaveTakenTheRoomNoneIsCreated() {
        covered("a", "3Gi");
        world.scenario.feed.pod(pod("x").memory("6Gi").runningOn("n2").build());
        keeper.step();

        assertThat(world.written).isEmpty();
    }

    @Test
    void whatANodeRefusesIsAskedForLessAndLess() {
        world.balloons.creates = false;
        covered("a", "2Gi");
        for (int i = 0; i < 120; i++) {
            keeper.step();
            world.scenario.pass(Duration.ofMillis(500));
        }

        assertThat(world.written).hasSizeBetween(3, 6);
        assertThat(free("n2")).isEqualTo(6 * GIB);
    }

    @Test
    void whatANodeEndsAtOnceIsCreatedLessAndLess() {
        covered("a", "2Gi");
        for (int i = 0; i < 120; i++) {
            keeper.step();
            keeper.step();
            world.balloons.present.values().stream().toList().forEach(world.balloons::end);
            world.scenario.pass(Duration.ofMillis(500));
        }

        assertThat(world.written).hasSizeBetween(3, 6);
    }

    @Test
    void oneThatEndsBeforeTheNextStepIsLookedFor() {
        covered("a", "2Gi");
        keeper.step();
        world.balloons.end(world.balloons.present.values().iterator().next());
        keeper.step();

        assertThat(world.balloons.lookedForEnded).isEqualTo(2);
    }

    @Test
    void oneThatItsNodeEndedIsReplaced() {
        covered("a", "2Gi");
        keeper.step();
        keeper.step();
        assertThat(world.balloons.lookedForEnded).isOne();
        world.balloons.end(world.balloons.present.values().iterator().next());
        world.scenario.pass(REST);
        keeper.step();

        assertThat(world.balloons.lookedForEnded).isEqualTo(2);
        assertThat(world.balloons.held("n2")).isEqualTo(2);
    }

    @Test
    void theNextLeaderKeepsWhatIsThere() {
        covered("a", "2Gi");
        keeper.step();
        keeper = keeper(world.scenario.decisions);
        keeper.step();

        assertThat(world.written).hasSize(1);
    }

    @Test
    void whoDoesNotDecideWritesNothingAndCountsThemAll() {
        world.scenario.decisions.active = false;
        Resources room = new Resources(0, 2 * GIB, 0, Map.of());
        world.balloons.put("b", "n1", room);
        keeper.step();

        assertThat(world.written).isEmpty();
        assertThat(free("n1")).isEqualTo(6 * GIB);
    }

    @Test
    void whereNoneAreToBeThoseOfBeforeGo() {
        covered("a", "2Gi");
        keeper.step();
        world.balloons.reconciler(false).run();

        assertThat(world.balloons.present).isEmpty();
        assertThat(free("n2")).as("kept for our own profiles").isEqualTo(6 * GIB);
    }

    @Test
    void oneThatWasReleasedForNothingGoesInTheEnd() {
        world.balloons.put("b", "n1", new Resources(0, 2 * GIB, 0, Map.of()));
        world.scenario.state.protection().releaseBalloons("n1", ResourceDemand.NONE);
        keeper.step();
        world.scenario.pass(Duration.ofSeconds(9));
        keeper.step();
        assertThat(world.balloons.present).hasSize(1);
        world.scenario.pass(Duration.ofSeconds(1));
        keeper.step();

        assertThat(world.balloons.present).isEmpty();
        assertThat(world.scenario.state.protection().releasedBalloons()).isEmpty();
    }

    /** The answer to its creation may come after another replica decides. */
    @Test
    void oneThatNeverCameHoldsNothingWhereAnotherDecides() {
        world.balloons.creates = false;
        covered("a", "2Gi");
        keeper.step();
        assertThat(world.scenario.state.protection().balloons()).hasSize(1);
        world.scenario.decisions.active = false;
        keeper.step();

        assertThat(world.scenario.state.protection().balloons()).isEmpty();
    }

    @Test
    void thoseOfANodeThatIsGoneGo() {
        world.balloons.put("b", "n9", new Resources(0, GIB, 0, Map.of()));
        keeper.step();

        assertThat(world.balloons.present).isEmpty();
    }

    /** A pod on n1 that n2 keeps room for. */
    private void covered(String name, String memory) {
        world.scenario.feed.pod(protectedPod(name, memory)
                .runningOn("n1")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "n2")
                .build());
    }

    private long free(String node) {
        NodeState state = world.scenario.state.snapshot().node(node);
        return Objects.requireNonNull(state).freeMemory();
    }

    @Test
    void aDeletedBalloonReleasesItsCapacityBeforeTheWatchSaysSo() {
        List.of("n2", "n3").forEach(world.scenario.feed::nodeGone);
        world.scenario.nodes(node("n1").memory("4Gi"));
        world.balloons.put("b", "n1", new Resources(0, 4 * GIB, 0, Map.of()));
        world.scenario.pods(pod("waiting").memory("4Gi")).run();
        assertThat(world.scenario.nodeOf("waiting")).isNull();

        world.balloons.watchIsLate = true;
        world.balloons.reconciler(false).run();
        // Backoff ends after a second; without a wake-up the pod would wait for five minutes.
        world.scenario.runAfter(Duration.ofSeconds(10));

        assertThat(world.scenario.state.protection().balloons()).isEmpty();
        assertThat(world.scenario.nodeOf("waiting")).isEqualTo("n1");
    }

    /** @param exclusively runs the steps that no decision may be under way for */
    private BalloonReconciler keeper(Consumer<Runnable> exclusively) {
        return keeper(new TestDecisions(world.scenario.cycle::snapshot, exclusively));
    }

    private BalloonReconciler keeper(SchedulingLoopAccess decisions) {
        return new BalloonReconciler(world.scenario.state, decisions, world.balloons, true, world.scenario.ticker);
    }
}
