package dev.edgewise.offloader.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MoveExecutorTest {
    private static final long SECOND = 1_000_000_000;
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(120);
    private static final Workload FIBO = new Workload("ns", "Deployment", "fibo", "w");

    private final FakeCluster cluster = new FakeCluster();
    private final List<MoveOutcome> outcomes = new ArrayList<>();
    private MoveExecutor moves = leader();

    private MoveExecutor leader() {
        return new MoveExecutor(
                cluster, cluster::evict, new MoveLimitTracker(SafetySettings.DEFAULT), outcomes::add, TIME_TO_LIVE);
    }

    /** A pod that two disruption budgets select would be refused again. */
    @Test
    void aPodWhoseEvictionIsRefusedIsTriedRarelyAndTheReasonIsSaid() {
        MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
        MoveExecutor refused = new MoveExecutor(
                cluster,
                pod -> {
                    throw new MoveRefusedByApiException("the eviction was refused: 500 two budgets");
                },
                gate,
                outcomes::add,
                TIME_TO_LIVE);
        MovablePod pod = pod("a");
        assertThat(refused.begin(pod, "edge-2", 0)).isFalse();
        assertThat(cluster.rooms).isEmpty();
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.detail()).isEqualTo("the eviction was refused: 500 two budgets");
        });
        // Of the two windows, 5 min between moves of a workload and 30 min of the cool-down, the longer one counts.
        assertThat(gate.checkAtOnce(pod, "edge-2", 1_799 * SECOND).map(MoveRefusal::reason))
                .contains(MoveRefusal.Reason.COOL_DOWN);
        assertThat(gate.checkAtOnce(pod, "edge-2", 1_800 * SECOND)).isEmpty();
    }

    /** With a workload-window shorter than the time to live: one move of it is under way, and one only. */
    @Test
    void aPodWhoseMoveIsNotOverIsNotMovedOnceMore() {
        SafetySettings impatient = new SafetySettings(
                Duration.ZERO,
                1_000_000_000,
                Set.of(),
                SafetySettings.Singles.STAY,
                1,
                1,
                Duration.ZERO,
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                10,
                10,
                10,
                0);
        MoveLimitTracker gate = new MoveLimitTracker(impatient);
        MoveExecutor unanswered =
                new MoveExecutor(cluster, pod -> Evictions.Answer.UNKNOWN, gate, outcomes::add, TIME_TO_LIVE);
        MovablePod pod = pod("a");
        unanswered.begin(pod, "edge-2", 0);
        assertThat(gate.checkAtOnce(pod, "edge-2", 60 * SECOND).map(MoveRefusal::message))
                .contains("a move of this pod is not over yet");
        unanswered.expire(120 * SECOND, uid -> true);
        assertThat(gate.checkAtOnce(pod, "edge-2", 120 * SECOND)).isEmpty();
    }

    /** Pods by UID, reservations, and what answers requests get. */
    private static final class FakeCluster implements Reservations {
        final Set<String> pods = new HashSet<>();
        final Map<String, String> rooms = new LinkedHashMap<>();
        final List<String> evicted = new ArrayList<>();
        Evictions.Answer answer = Evictions.Answer.ACCEPTED;
        Runnable beforeEviction = () -> {};
        String broken = "";

        Evictions.Answer evict(MovablePod pod) {
            beforeEviction.run();
            if (!pods.contains(pod.uid())) {
                return Evictions.Answer.GONE;
            }
            if (answer == Evictions.Answer.ACCEPTED) {
                evicted.add(pod.uid());
                pods.remove(pod.uid());
            }
            return answer;
        }

        @Override
        public void reserve(MovablePod pod, String target, Duration timeToLive) throws MoveFailedException {
            fail("reserve");
            rooms.put(pod.uid(), target);
        }

        @Override
        public void release(String pod) throws MoveFailedException {
            fail("release");
            rooms.remove(pod);
        }

        @Override
        public List<Standing> standing() {
            return rooms.entrySet().stream()
                    .map(room -> new Standing(room.getKey(), room.getValue()))
                    .toList();
        }

        private void fail(String call) throws MoveFailedException {
            if (broken.equals(call)) {
                throw new MoveFailedException("503 from the API server to " + call);
            }
        }
    }

    private static MovablePod pod(String uid) {
        return new MovablePod("ns/" + uid, uid, FIBO, "edge-1", 0, Duration.ofHours(1), 6, 6, Set.of());
    }

    private MovablePod running(String uid) {
        cluster.pods.add(uid);
        return pod(uid);
    }

    private List<Result> results() {
        return outcomes.stream().map(MoveOutcome::result).toList();
    }

    @Test
    void whatTheBudgetBlocksLeavesItsShareToOthers() {
        MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
        MoveExecutor blocked = new MoveExecutor(cluster, cluster::evict, gate, outcomes::add, TIME_TO_LIVE);
        MovablePod other = new MovablePod(
                "ns/z",
                "z",
                new Workload("ns", "Deployment", "other", "o"),
                "edge-1",
                0,
                Duration.ofHours(1),
                6,
                6,
                Set.of());
        cluster.answer = Evictions.Answer.BLOCKED;
        blocked.begin(running("a"), "edge-2", 0);
        blocked.begin(pod("gone"), "edge-2", 0);
        assertThat(results()).containsExactly(Result.BLOCKED, Result.GONE);
        assertThat(gate.checkAtOnce(other, "edge-2", 1)).isEmpty();
        cluster.answer = Evictions.Answer.ACCEPTED;
        blocked.begin(running("c"), "edge-2", 0);
        blocked.begin(running("d"), "edge-3", 0);
        assertThat(gate.checkAtOnce(other, "edge-2", 1)).isPresent();
    }

    @Test
    void roomIsReservedBeforeThePodIsEvicted() {
        cluster.beforeEviction = () -> assertThat(cluster.rooms).containsEntry("a", "edge-2");
        moves.begin(running("a"), "edge-2", 0);

        assertThat(cluster.evicted).containsExactly("a");
        assertThat(moves.underWay()).containsExactly("a");
        moves.ready(FIBO, "b", "edge-2", 10 * SECOND);
        assertThat(outcomes)
                .containsExactly(new MoveOutcome(pod("a"), "edge-2", Result.LANDED, "its replacement runs on edge-2"));
        assertThat(cluster.rooms).isEmpty();
        assertThat(moves.underWay()).isEmpty();
    }

    @Test
    void aReplacementElsewhereOrBackIsSaid() {
        moves.begin(running("a"), "edge-2", 0);
        moves.ready(FIBO, "b", "edge-3", 1);
        moves.begin(running("c"), "edge-2", 2);
        moves.ready(FIBO, "d", "edge-1", 3);
        assertThat(results()).containsExactly(Result.ELSEWHERE, Result.CAME_BACK);
    }

    @Test
    void anotherWorkloadsPodAndThePodItselfAreNoReplacement() {
        moves.begin(running("a"), "edge-2", 0);
        moves.ready(new Workload("ns", "Deployment", "other", "o"), "b", "edge-2", 1);
        moves.ready(FIBO, "a", "edge-1", 1);
        assertThat(outcomes).isEmpty();
    }

    @Test
    void aBlockedEvictionGivesTheRoomBack() {
        cluster.answer = Evictions.Answer.BLOCKED;
        moves.begin(running("a"), "edge-2", 0);
        assertThat(results()).containsExactly(Result.BLOCKED);
        assertThat(cluster.rooms).isEmpty();
        assertThat(cluster.pods).contains("a");
    }

    @Test
    void aPodThatIsGoneGivesTheRoomBack() {
        moves.begin(pod("a"), "edge-2", 0);
        assertThat(results()).containsExactly(Result.GONE);
        assertThat(cluster.rooms).isEmpty();
    }

    @Test
    void nothingIsEvictedWithoutRoom() {
        cluster.broken = "reserve";
        moves.begin(running("a"), "edge-2", 0);
        assertThat(cluster.evicted).isEmpty();
        assertThat(outcomes)
                .containsExactly(
                        new MoveOutcome(pod("a"), "edge-2", Result.FAILED, "503 from the API server to reserve"));
    }

    @Test
    void anEvictionWithoutAnAnswerKeepsItsRoomAndIsNotRepeated() {
        cluster.answer = Evictions.Answer.UNKNOWN;
        moves.begin(running("a"), "edge-2", 0);
        assertThat(cluster.rooms).containsKey("a");
        cluster.answer = Evictions.Answer.ACCEPTED;
        moves.begin(pod("a"), "edge-2", SECOND);
        assertThat(cluster.evicted).isEmpty();
        cluster.pods.remove("a");
        moves.expire(120 * SECOND, cluster.pods::contains);
        assertThat(results()).containsExactly(Result.TIMED_OUT);
    }

    /** The wait for the replacement begins with the pods that exist then. */
    @Test
    void thatAPodLeavesIsSaidBetweenReservationAndEviction() {
        List<String> seen = new ArrayList<>();
        cluster.beforeEviction = () -> seen.add("evict");
        MoveListener listener = new MoveListener() {
            @Override
            public void leaving(MovablePod pod) {
                seen.add(pod.uid() + " leaves, room on " + cluster.rooms.get(pod.uid()));
            }

            @Override
            public void ended(MoveOutcome outcome) {
                seen.add("ended");
            }
        };
        new MoveExecutor(cluster, cluster::evict, new MoveLimitTracker(SafetySettings.DEFAULT), listener, TIME_TO_LIVE)
                .begin(running("a"), "edge-2", 0);
        assertThat(seen).containsExactly("a leaves, room on edge-2", "evict");
    }

    /**
     * The API server answers 500 for a pod with two disruption budgets: it must not be held for half an hour like one
     * that left.
     */
    @Test
    void anEvictionThatWasNotCarriedOutIsNoMove() {
        MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
        MoveExecutor unanswered = new MoveExecutor(cluster, cluster::evict, gate, outcomes::add, TIME_TO_LIVE);
        cluster.answer = Evictions.Answer.UNKNOWN;
        unanswered.begin(running("a"), "edge-2", 0);
        unanswered.expire(120 * SECOND, cluster.pods::contains);
        assertThat(outcomes)
                .containsExactly(new MoveOutcome(
                        pod("a"), "edge-2", Result.FAILED, "its eviction was not carried out: the pod is still there"));
        assertThat(cluster.rooms).isEmpty();
        assertThat(gate.checkAtOnce(pod("b"), "edge-2", 121 * SECOND).map(MoveRefusal::reason))
                .isNotEqualTo(Optional.of(MoveRefusal.Reason.COOL_DOWN));
    }

    /** The watch may lag behind. */
    @Test
    void aPodWhoseEvictionWasAcceptedHasLeftWhateverIsSeen() {
        moves.begin(running("a"), "edge-2", 0);
        moves.expire(120 * SECOND, uid -> true);
        assertThat(results()).containsExactly(Result.TIMED_OUT);
    }

    @Test
    void aReplacementThatDoesNotComeIsAwaitedForTheTimeToLive() {
        moves.begin(running("a"), "edge-2", 0);
        moves.expire(120 * SECOND - 1, cluster.pods::contains);
        assertThat(outcomes).isEmpty();
        moves.expire(120 * SECOND, cluster.pods::contains);
        assertThat(outcomes)
                .containsExactly(
                        new MoveOutcome(pod("a"), "edge-2", Result.TIMED_OUT, "no replacement was ready within 120 s"));
        assertThat(cluster.rooms).isEmpty();
    }

    @Test
    void aLateReplacementMayStayWhereverItCame() {
        MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
        MoveExecutor late = new MoveExecutor(cluster, cluster::evict, gate, outcomes::add, TIME_TO_LIVE);
        late.begin(running("a"), "edge-2", 0);
        late.expire(120 * SECOND, cluster.pods::contains);
        assertThat(gate.checkAtOnce(pod("b"), "edge-2", 121 * SECOND))
                .map(MoveRefusal::reason)
                .contains(MoveRefusal.Reason.COOL_DOWN);
    }

    @Test
    void roomThatCannotBeGivenBackEndsByItself() {
        moves.begin(running("a"), "edge-2", 0);
        cluster.broken = "release";
        moves.ready(FIBO, "b", "edge-2", 1);
        assertThat(results()).containsExactly(Result.LANDED);
        assertThat(moves.underWay()).isEmpty();
    }

    /** Leaders that die between the steps of a move, each followed by the next. */
    @Property(tries = 200, seed = "11")
    void noCrashEvictsAPodTwiceOrKeepsRoomForOneThatRuns(@ForAll long seed) throws MoveFailedException {
        Random random = new Random(seed);
        FakeCluster crashing = new FakeCluster();
        crashing.pods.add("a");
        for (int round = 0; round < 10; round++) {
            MoveExecutor leader = new MoveExecutor(
                    crashing,
                    crashing::evict,
                    new MoveLimitTracker(SafetySettings.DEFAULT),
                    outcome -> {},
                    TIME_TO_LIVE);
            leader.resume(crashing.pods::contains);
            assertThat(crashing.rooms.keySet()).noneMatch(crashing.pods::contains);
            boolean dies = random.nextBoolean();
            crashing.beforeEviction = () -> {
                if (dies) {
                    throw new ProcessKilled();
                }
            };
            if (dies) {
                assertThatThrownBy(() -> leader.begin(pod("a"), "edge-2", 0)).isInstanceOf(ProcessKilled.class);
            } else {
                leader.begin(pod("a"), "edge-2", 0);
            }
        }
        assertThat(crashing.evicted).hasSizeLessThanOrEqualTo(1);
    }

    private static final class ProcessKilled extends Error {
        private static final long serialVersionUID = 1;
    }
}
