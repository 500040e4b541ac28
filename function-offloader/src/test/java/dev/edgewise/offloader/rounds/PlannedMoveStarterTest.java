package dev.edgewise.offloader.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveExecutor;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.rounds.execution.LimitsInMemory;
import dev.edgewise.offloader.rounds.execution.MoveHistory;
import dev.edgewise.offloader.rounds.execution.MoveRecord;
import dev.edgewise.offloader.rounds.execution.MoveService;
import dev.edgewise.offloader.rounds.execution.NoScales;
import dev.edgewise.offloader.rounds.execution.NoSurgeRecords;
import dev.edgewise.offloader.rounds.execution.OffloadEvents;
import dev.edgewise.offloader.rounds.execution.PersistentMoveLimits;
import dev.edgewise.offloader.rounds.negotiation.PlanGenerator;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseStore;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.scheduler.ViolationSource;
import dev.edgewise.offloader.surge.SurgeExecutor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Three hundred pods that a round wants to move, in their turns. */
class PlannedMoveStarterTest {
    private static final long SECOND = 1_000_000_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
    private final MoveHistory history = new MoveHistory();
    private final List<String> announced = new ArrayList<>();
    private final Rooms rooms = new Rooms();
    private final Clock clock = Clock.fixed(TestFleet.NOW, ZoneOffset.UTC);
    private final ClusterView clusterView = new TestFleet().clusterView(Optional::empty);
    private final PlannedMoveStarter plannedMoves = plannedMoves();
    private long now;

    /** Reservations, counted from 0, of which some never become active; each takes some time. */
    private final class Rooms implements Reservations {
        IntPredicate fails = number -> false;
        long nanos;
        int asked;

        @Override
        public void reserve(MovablePod pod, String target, Duration timeToLive) throws MoveFailedException {
            now += nanos;
            if (fails.test(asked++)) {
                throw new MoveFailedException("scheduler-service does not say that it keeps the room on b");
            }
        }

        @Override
        public void release(String pod) {}

        @Override
        public List<Standing> standing() {
            return List.of();
        }
    }

    private final class Announced implements OffloadEvents {
        @Override
        public void offloaded(MoveDecision move) {
            announced.add(move.pod().name());
        }

        @Override
        public void refused(MoveDecision stay) {}
    }

    private PlannedMoveStarter plannedMoves() {
        Evictions evictions = pod -> Evictions.Answer.ACCEPTED;
        MoveService mover = new MoveService(
                listener -> new MoveExecutor(rooms, evictions, gate, listener, TIMEOUT),
                (pods, listener) -> new SurgeExecutor(
                        rooms, new NoScales(), evictions, new NoSurgeRecords(), pods, gate, listener, TIMEOUT),
                new PersistentMoveLimits(gate, new LimitsInMemory()),
                clusterView,
                history,
                new Announced(),
                clock,
                new SimpleMeterRegistry());
        PlanGenerator planning =
                new PlanGenerator(gate, SafetySettings.DEFAULT, queries -> Map.of(), ViolationSource.NONE);
        PauseState running = new PauseState(new NoPause(), () -> now);
        return new PlannedMoveStarter(planning, mover, clusterView, running, () -> now);
    }

    private static final class NoPause implements PauseStore {
        @Override
        public Optional<Pause> read() {
            return Optional.empty();
        }

        @Override
        public void pause(Pause pause) {}

        @Override
        public void resume() {}
    }

    private static MoveDecision move(int number, int replicas) {
        Workload workload = new Workload("ns", "Deployment", "f" + number, "d-" + number);
        MovablePod pod = new MovablePod(
                "ns/f" + number, "uid-" + number, workload, "a", 0, Duration.ofHours(1), replicas, replicas, Set.of());
        return new MoveDecision(pod, "b", "b has more charge", MoveCause.ENERGY, null);
    }

    private void begin(int replicas) throws PauseUnavailableException {
        plannedMoves.begin(
                IntStream.range(0, 300).mapToObj(pod -> move(pod, replicas)).toList(), () -> false);
    }

    /** Each failure takes seconds while scheduler-service is away. */
    @Test
    void threeFailuresInARowEndTheRound() throws Exception {
        rooms.fails = number -> true;
        begin(2);
        assertThat(history.all())
                .extracting(each -> each.pod().name(), MoveRecord::result)
                .containsExactly(
                        tuple("ns/f2", Result.FAILED), tuple("ns/f1", Result.FAILED), tuple("ns/f0", Result.FAILED));
        assertThat(announced).isEmpty();
        assertThat(gate.checkAtOnce(move(3, 2).pod(), "b", now))
                .as("what was not begun counts for nothing")
                .isEmpty();
        assertThat(gate.checkAtOnce(move(2, 2).pod(), "b", now).orElseThrow().reason())
                .isEqualTo(Reason.WORKLOAD_RATE);
    }

    @Test
    void surgesThatFailEndTheRoundToo() throws Exception {
        rooms.fails = number -> true;
        begin(1);
        assertThat(history.all()).hasSize(3);
        assertThat(announced).isEmpty();
    }

    @Test
    void failuresBetweenOthersEndNothing() throws Exception {
        rooms.fails = number -> number % 3 > 0;
        begin(2);
        assertThat(history.all()).hasSize(300);
        assertThat(announced).hasSize(100);
    }

    @Test
    void aRoundThatTakesTenSecondsEnds() throws Exception {
        rooms.nanos = 4 * SECOND;
        begin(2);
        assertThat(announced).as("after 0, 4 and 8 s").containsExactly("ns/f0", "ns/f1", "ns/f2");
        begin(2);
        assertThat(announced).as("each round has its time").endsWith("ns/f3", "ns/f4", "ns/f5");
    }
}
