package dev.edgewise.offloader.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.offloader.cluster.ClusterNode;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveExecutor;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.execution.LimitsInMemory;
import dev.edgewise.offloader.rounds.execution.MoveHistory;
import dev.edgewise.offloader.rounds.execution.MoveRecord;
import dev.edgewise.offloader.rounds.execution.MoveService;
import dev.edgewise.offloader.rounds.execution.NoScales;
import dev.edgewise.offloader.rounds.execution.NoSurgeRecords;
import dev.edgewise.offloader.rounds.execution.OffloadEvents;
import dev.edgewise.offloader.rounds.execution.PersistentMoveLimits;
import dev.edgewise.offloader.rounds.execution.RecheckingEvictions;
import dev.edgewise.offloader.rounds.negotiation.PlanGenerator;
import dev.edgewise.offloader.rounds.negotiation.PlanningState;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseStore;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.ViolationSource;
import dev.edgewise.offloader.settings.DelayViolationPolicy;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.surge.SurgeExecutor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two functions on a weak node, each with a second replica on a strong one. */
class OffloadLoopTest {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final SafetySettings SURE_AT_ONCE = new SafetySettings(
            Duration.ZERO,
            1_000_000_000,
            Set.of(),
            SafetySettings.Singles.STAY,
            2,
            3,
            Duration.ofMinutes(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1),
            2,
            10,
            2,
            10);

    private final TestFleet fleet = new TestFleet()
            .node("a", EnergyLevel.LOW_POWERED, 20)
            .node("b", EnergyLevel.WELL_POWERED, 90)
            .pod("cart-a", "a")
            .pod("cart-b", "b")
            .pod("fibo-a", "a")
            .pod("fibo-b", "b");
    private final List<String> evicted = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LatestPlan board = new LatestPlan(meters);
    private Optional<String> trouble = Optional.empty();
    private Optional<Pause> pause = Optional.empty();
    private Consumer<String> before = request -> {};
    private boolean leads = true;
    private long now;
    private final LimitsInMemory limits = new LimitsInMemory();
    private final ClusterView clusterView = fleet.clusterView(() -> trouble);
    private final OffloadLoop offloader = offloader(new MoveLimitTracker(SURE_AT_ONCE));

    private OffloadLoop offloader(MoveLimitTracker gate) {
        PauseState pauses = new PauseState(new Switch(), () -> now);
        Evictions guarded = new RecheckingEvictions(this::evict, clusterView, pauses, false);
        MoveService mover = new MoveService(
                listener -> new MoveExecutor(new Rooms(), guarded, gate, listener, TIMEOUT),
                (pods, listener) -> new SurgeExecutor(
                        new Rooms(), new NoScales(), guarded, new NoSurgeRecords(), pods, gate, listener, TIMEOUT),
                new PersistentMoveLimits(gate, limits),
                clusterView,
                new MoveHistory(),
                new NoEvents(),
                Clock.fixed(TestFleet.NOW, ZoneOffset.UTC),
                meters);
        return new OffloadLoop(
                new OffloaderProperties(
                        INTERVAL,
                        "zones",
                        false,
                        List.of(),
                        "faas_function",
                        DelayViolationPolicy.ALL,
                        1.1,
                        true,
                        "",
                        TIMEOUT),
                clusterView,
                new PlanGenerator(gate, SURE_AT_ONCE, this::ask, ViolationSource.NONE),
                PlanningState.begin(SURE_AT_ONCE, INTERVAL),
                mover,
                board,
                pauses,
                new NoEvents(),
                () -> leads,
                () -> now,
                Clock.fixed(TestFleet.NOW, ZoneOffset.UTC));
    }

    private Map<String, Placement> ask(List<PlacementQuery> queries) {
        before.accept("ask");
        Map<String, Placement> answers = new HashMap<>();
        queries.forEach(each -> answers.put(
                each.pod().key(), new Placement(each.pod().key(), each.target(), "fits", "ns/offload", null)));
        return answers;
    }

    private Evictions.Answer evict(MovablePod pod) {
        evicted.add(pod.name());
        before.accept("next");
        return Evictions.Answer.ACCEPTED;
    }

    private final class Rooms implements Reservations {
        @Override
        public void reserve(MovablePod pod, String target, Duration timeToLive) {
            before.accept("evict " + pod.name());
        }

        @Override
        public void release(String pod) {}

        @Override
        public List<Standing> standing() {
            return List.of();
        }
    }

    private static final class NoEvents implements OffloadEvents {
        @Override
        public void offloaded(MoveDecision move) {}

        @Override
        public void refused(MoveDecision stay) {}
    }

    private final class Switch implements PauseStore {
        @Override
        public Optional<Pause> read() {
            return pause;
        }

        @Override
        public void pause(Pause wanted) {
            pause = Optional.of(wanted);
        }

        @Override
        public void resume() {
            pause = Optional.empty();
        }
    }

    /** A proxy may answer with something else than the scheduler does. */
    @Test
    void aRoundThatFailsUnexpectedlyIsSaidAndMadeAgainInItsTime() {
        List<String> asked = new ArrayList<>();
        before = request -> {
            asked.add(request);
            throw new IllegalStateException("an answer without a body");
        };
        for (int i = 0; i < 3; i++) {
            clusterView.take(fleet.newReadings());
            assertThatThrownBy(offloader::step).hasMessage("an answer without a body");
            now += 1;
            offloader.step();
            now += INTERVAL.toNanos();
        }
        assertThat(asked).hasSize(3);
        assertThat(board.trouble()).hasValueSatisfying(text -> assertThat(text)
                .contains("the last round failed with an unexpected error", "an answer without a body"));
    }

    private void during(String request, Runnable change) {
        before = each -> {
            if (each.equals(request)) {
                change.run();
            }
        };
    }

    private void round() {
        clusterView.take(fleet.newReadings());
        offloader.step();
        now += INTERVAL.toNanos();
    }

    @BeforeEach
    void almostSure() {
        round();
        assertThat(evicted).isEmpty();
    }

    @Test
    void bothMoveIfNothingComesBetween() {
        round();
        assertThat(evicted).containsExactly("ns/cart-a", "ns/fibo-a");
    }

    /** In a thread of its own, as it must not wait for the one that asks the scheduler now. */
    private static <T> T beside(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task).start();
        try {
            return task.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void roundsMoveWhileAPlanOnRequestAwaitsTheScheduler() throws Exception {
        List<String> movedMeanwhile = new ArrayList<>();
        during("ask", () -> {
            before = request -> {};
            beside(() -> {
                round();
                return null;
            });
            movedMeanwhile.addAll(evicted);
        });
        assertThat(offloader.planNow(Policy.GREEDY).calls()).isEqualTo(1);
        assertThat(movedMeanwhile).containsExactly("ns/cart-a", "ns/fibo-a");
    }

    @Test
    void aPlanOnRequestIsMadeWhileARoundAwaitsTheScheduler() {
        List<PlanReport> made = new ArrayList<>();
        during("ask", () -> {
            before = request -> {};
            made.add(beside(() -> offloader.planNow(Policy.FAASHOUSE)));
        });
        round();
        assertThat(made).singleElement().extracting(PlanReport::policy).isEqualTo(Policy.FAASHOUSE);
        assertThat(evicted).hasSize(2);
    }

    @Test
    void oneReplicaMakesOnePlanOnRequestAtATime() throws Exception {
        during("ask", () -> {
            before = request -> {};
            assertThatThrownBy(() -> beside(() -> offloader.planNow(Policy.FAASHOUSE)))
                    .hasCauseInstanceOf(BusyException.class);
        });
        assertThat(offloader.planNow(Policy.FAASHOUSE).decisions()).hasSize(4);
        assertThat(offloader.planNow(Policy.FAASHOUSE).decisions())
                .as("the next")
                .hasSize(4);
    }

    @Test
    void oneReplicaMovesOnePodOnRequestAtATime() throws Exception {
        during("ask", () -> {
            before = request -> {};
            assertThatThrownBy(() -> beside(() -> offloader.move("ns/fibo-a", "b")))
                    .hasCauseInstanceOf(BusyException.class);
        });
        offloader.move("ns/cart-a", "b");
        offloader.move("ns/fibo-a", "b");
        assertThat(evicted).as("the next").containsExactly("ns/cart-a", "ns/fibo-a");
    }

    @Test
    void oneMoveOnRequestWaitsForTheRoundThatIsUnderWay() throws Exception {
        FutureTask<MoveRecord> waits = new FutureTask<>(() -> offloader.move("ns/fibo-a", "b"));
        Thread caller = new Thread(waits);
        during("ask", () -> {
            before = request -> {};
            caller.start();
            await().atMost(Duration.ofSeconds(10)).until(() -> caller.getState() == Thread.State.BLOCKED);
            assertThatThrownBy(() -> beside(() -> offloader.move("ns/cart-a", "b")))
                    .hasCauseInstanceOf(BusyException.class);
            offloader.stop();
        });
        round();
        assertThat(waits.get(10, TimeUnit.SECONDS).pod().name()).isEqualTo("ns/fibo-a");
        assertThat(evicted).containsExactly("ns/fibo-a");
    }

    @Test
    void aPlanOnRequestKnowsWhatTheLastRoundLeft() throws Exception {
        assertThat(offloader.planNow(Policy.ZONES).decisions())
                .filteredOn(decision -> decision.refusal() != null)
                .extracting(decision -> decision.refusal().message())
                .containsOnly("1 of 2 readings in a row wanted it moved");
        round();
        assertThat(offloader.planNow(Policy.ZONES).decisions())
                .filteredOn(decision -> decision.refusal() != null)
                .extracting(decision -> decision.refusal().reason())
                .containsOnly(MoveRefusal.Reason.WORKLOAD_RATE);
    }

    @Test
    void aReadingThatIsNotNewIsNone() {
        offloader.step();
        now += INTERVAL.toNanos();
        offloader.step();
        assertThat(evicted).isEmpty();
    }

    @Test
    void whoLeadsAgainBeginsAnew() {
        leads = false;
        round();
        leads = true;
        round();
        assertThat(evicted).isEmpty();
        round();
        assertThat(evicted).hasSize(2);
    }

    @Test
    void whoLeadsNoMoreShowsNoPlanOfItsOwn() {
        assertThat(meters.get("edgewise.offloader.candidates").gauge().value()).isEqualTo(4);
        leads = false;
        round();
        assertThat(board.last()).isEmpty();
        assertThat(meters.get("edgewise.offloader.candidates").gauge().value()).isZero();
        assertThat(meters.find("edgewise.offloader.refusals").gauges()).isEmpty();
    }

    @Test
    void thatThereIsNoPlanIsAMetric() {
        assertThat(meters.get("edgewise.offloader.trouble").gauge().value()).isZero();
        trouble = Optional.of("the watch of pods is out");
        round();
        assertThat(meters.get("edgewise.offloader.trouble").gauge().value()).isEqualTo(1);
        assertThat(meters.find("edgewise.offloader.moves").counters())
                .as("from the beginning")
                .hasSize(MoveOutcome.Result.values().length);
    }

    @Test
    void oneRoundWithoutAPlanIsNoEndOfARow() {
        trouble = Optional.of("the watch of pods is out");
        round();
        trouble = Optional.empty();
        round();
        assertThat(evicted).hasSize(2);
    }

    @Test
    void threeRoundsWithoutAPlanAreTheEndOfARow() {
        trouble = Optional.of("the watch of pods is out");
        round();
        round();
        round();
        trouble = Optional.empty();
        round();
        assertThat(evicted).isEmpty();
    }

    @Test
    void aPauseHoldsWhatIsPlannedAlready() {
        during("next", () -> pause = Optional.of(new Pause(TestFleet.NOW, "ada", "an exam")));
        round();
        assertThat(evicted).containsExactly("ns/cart-a");
    }

    @Test
    void aStopHoldsWhatIsPlannedAlready() {
        during("next", offloader::stop);
        round();
        assertThat(evicted).containsExactly("ns/cart-a");
    }

    @Test
    void aNodeThatGoesOfflineMeanwhileKeepsItsPods() {
        during("ask", () -> fleet.table.put(new ClusterNode("a", false, false, 4_000)));
        round();
        assertThat(evicted).isEmpty();
    }

    @Test
    void aReadingThatGetsOldMeanwhileMovesNothing() {
        during("ask", () -> clusterView.take(Map.of()));
        round();
        assertThat(evicted).isEmpty();
    }

    @Test
    void aReplicaThatIsMissedMeanwhileHoldsTheOther() {
        during("evict ns/cart-a", () -> fleet.pod("cart-b", "b", false));
        round();
        assertThat(evicted).as("after its room is kept").containsExactly("ns/fibo-a");
    }

    /** The results of moves are seen when the watch is back. */
    @Test
    void noMoveEndsAsLateWhileNothingIsSeen() {
        round();
        trouble = Optional.of("the watch of pods is out");
        now += TIMEOUT.toNanos();
        offloader.step();
        assertThat(ended("failed")).isZero();
        assertThat(ended("timed_out")).isZero();

        fleet.remove("cart-a").pod("cart-c", "b");
        trouble = Optional.empty();
        offloader.step();
        assertThat(ended("landed")).isEqualTo(1);
        assertThat(ended("timed_out")).as("of fibo").isEqualTo(1);
    }

    private double ended(String result) {
        return meters.get("edgewise.offloader.moves")
                .tag("result", result)
                .counter()
                .count();
    }

    @Test
    void aWatchThatBreaksMeanwhileHoldsAll() {
        during("evict ns/cart-a", () -> trouble = Optional.of("the watch of pods is out"));
        round();
        assertThat(evicted).isEmpty();
    }

    /** A leader that dies after each round would have no limits otherwise. */
    @Test
    void theNextLeaderKnowsWhatLimitsMoves() {
        round();
        assertThat(evicted).containsExactly("ns/cart-a", "ns/fibo-a");
        fleet.remove("cart-a").pod("cart-c", "a");
        OffloadLoop next = offloader(new MoveLimitTracker(SURE_AT_ONCE));
        rounds(next, 3);
        assertThat(evicted).hasSize(2);
        assertThat(reason("ns/cart-c")).isEqualTo(MoveRefusal.Reason.WORKLOAD_RATE);

        // The window of 5 min counts from what was written last: at most a minute more for each leader.
        now += Duration.ofMinutes(6).toNanos();
        rounds(next, 3);
        assertThat(evicted).contains("ns/cart-c");
    }

    @Test
    void limitsThatCannotBeKeptHoldUpNoMove() {
        limits.fails = true;
        round();
        assertThat(evicted).hasSize(2);
        limits.fails = false;
        now += Duration.ofMinutes(1).toNanos();
        offloader.step();
        assertThat(limits.kept).isNotEmpty();
    }

    @Test
    void whatLimitsMovesIsWrittenWhileItDoesAndThenNoMore() {
        assertThat(limits.writes).isZero();
        round();
        leads = true;
        clusterView.take(Map.of());
        for (int minute = 0; minute < 60; minute++) {
            now += Duration.ofMinutes(1).toNanos();
            offloader.step();
        }
        assertThat(limits.kept).isEmpty();
        // Once for each of two moves, at their end, and each minute of 30 min of cool-down and a little more.
        assertThat(limits.writes).isBetween(5, 40);
    }

    private MoveRefusal.Reason reason(String pod) {
        return board.last().orElseThrow().decisions().stream()
                .filter(decision -> decision.pod().name().equals(pod))
                .map(decision ->
                        decision.refusal() == null ? null : decision.refusal().reason())
                .findFirst()
                .orElseThrow();
    }

    private void rounds(OffloadLoop of, int rounds) {
        for (int i = 0; i < rounds; i++) {
            clusterView.take(fleet.newReadings());
            of.step();
            now += INTERVAL.toNanos();
        }
    }
}
