package dev.edgewise.offloader.safety;

import static dev.edgewise.offloader.safety.MovePlans.MINUTE;
import static dev.edgewise.offloader.safety.MovePlans.SECOND;
import static dev.edgewise.offloader.safety.MovePlans.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Moves of pods that have been wanted for long enough, unless a test says otherwise. */
class MoveLimitTrackerTest {
    private final MovePlans plans = new MovePlans();
    private final MoveLimitTracker gate = plans.limits;
    private final MovablePod first = pod("fibo", 1, "edge-1");
    private final MovablePod second = pod("fibo", 2, "edge-3");

    /** Returns pods of so many workloads that have been wanted for long enough. */
    private MovablePod[] wanted(int workloads, IntFunction<String> node) {
        MovablePod[] pods = IntStream.range(0, workloads)
                .mapToObj(i -> pod("w" + i, i, node.apply(i)))
                .toArray(MovablePod[]::new);
        plans.wantLongEnough(pods);
        return pods;
    }

    private Optional<MoveRefusal> check(MovablePod pod, String target, long now) {
        return plans.rules().check(pod, "ENERGY", target, now);
    }

    private NamespaceMoves attempts(long now) {
        Map<String, NamespaceMoves> all = plans.rules().trial(false).attempts(now);
        assertThat(all).containsOnlyKeys("openfaas-fn");
        return all.get("openfaas-fn");
    }

    @Test
    void oneMoveOfAWorkloadInFiveMinutes() {
        plans.wantLongEnough(first, second);
        gate.begin(first, "edge-2", 0);
        assertThat(check(second, "edge-4", 299 * SECOND))
                .contains(new MoveRefusal(
                        Reason.WORKLOAD_RATE, "a move of its workload began 299 s ago: one begins in 300 s"));
        assertThat(check(second, "edge-4", 300 * SECOND)).isEmpty();
    }

    /** Pods 0 and 1 are on edge-0, as is 11; 2 and 3 on edge-1, and so on. */
    @Test
    void twoMovesOffANodeAndTenInAllInAMinute() {
        MovablePod[] pods = wanted(12, i -> i == 11 ? "edge-0" : "edge-" + i / 2);
        for (int i = 0; i < 10; i++) {
            assertThat(plans.reason(pods[i], "to-" + i, i)).as("move %d", i).isNull();
            gate.begin(pods[i], "to-" + i, i);
        }
        assertThat(plans.reason(pods[11], "to-x", MINUTE - 1)).isEqualTo(Reason.NODE_RATE);
        assertThat(plans.reason(pods[10], "to-x", MINUTE - 1)).isEqualTo(Reason.TOTAL_RATE);
        assertThat(plans.reason(pods[10], "to-x", MINUTE + 9)).isNull();
    }

    @Test
    void aMoveThatMovedNothingLeavesItsShareToOthersAndItsWorkloadWaits() {
        MovablePod[] pods = wanted(12, i -> "edge-0");
        for (int i = 0; i < 11; i++) {
            assertThat(plans.reason(pods[i], "edge-9", i)).as("move %d", i).isNull();
            gate.begin(pods[i], "edge-9", i);
            gate.undone(pods[i], "edge-9");
        }
        assertThat(plans.reason(pods[0], "edge-9", 299 * SECOND)).isEqualTo(Reason.WORKLOAD_RATE);
        assertThat(plans.reason(pods[11], "edge-9", MINUTE)).isNull();
    }

    @Test
    void attemptsOfANamespaceCountWhateverTheirEnd() {
        MovablePod blocked = pod("blocked", 1, "edge-1");
        gate.begin(blocked, "edge-2", 0);
        gate.undone(blocked, "edge-2");
        gate.begin(pod("moved", 1, "edge-1"), "edge-2", SECOND);
        assertThat(attempts(299 * SECOND)).isEqualTo(new NamespaceMoves(2, SECOND));
        assertThat(attempts(300 * SECOND)).isEqualTo(new NamespaceMoves(1, SECOND));
        assertThat(attempts(301 * SECOND)).isEqualTo(new NamespaceMoves(0, SECOND));
    }

    /** A plan tries what it may ask for; the gate, and rules that were taken before, count nothing of it. */
    @Test
    void rulesAreOfOneMoment() {
        SafetyRules before = plans.rules();
        assertThat(before.trial(true).request(first, "ENERGY", "edge-2", 0)).isEmpty();
        assertThat(before.trial(true).request(second, "ENERGY", "edge-4", 0)).isEmpty();
        gate.begin(first, "edge-2", 0);
        assertThat(before.checkAtOnce(second, "edge-4", 0)).isEmpty();
        assertThat(plans.rules().checkAtOnce(second, "edge-4", 0)).isPresent();
    }

    @Test
    void twoPodsAtOnceToOneNode() {
        MovablePod[] pods = wanted(3, i -> "edge-" + i);
        gate.begin(pods[0], "edge-9", 0);
        gate.begin(pods[1], "edge-9", 0);
        assertThat(check(pods[2], "edge-9", 2 * MINUTE))
                .contains(new MoveRefusal(Reason.TARGET_BUSY, "2 pods are on their way to edge-9: at most 2 at once"));
        gate.failed(pods[0], "edge-9");
        assertThat(check(pods[2], "edge-9", 2 * MINUTE)).isEmpty();
    }

    @Test
    void aPodThatCameBackIsLeftAloneForHalfAnHour() {
        MovablePod back = pod("fibo", 2, "edge-1");
        gate.begin(first, "edge-2", 0);
        gate.landed(first, "edge-2", "edge-1", MINUTE);
        plans.wantLongEnough(back);
        assertThat(check(back, "edge-2", 11 * MINUTE))
                .contains(new MoveRefusal(
                        Reason.COOL_DOWN,
                        "a pod of its workload came back to this node, was not replaced in time, or its"
                                + " eviction was refused: its pods stay for 1200 s more"));
        assertThat(check(back, "edge-2", 31 * MINUTE)).isEmpty();
    }

    @Test
    void aPodThatLandedWhereItWasSentMayMoveOn() {
        MovablePod landed = pod("fibo", 2, "edge-2");
        gate.begin(first, "edge-2", 0);
        gate.landed(first, "edge-2", "edge-2", MINUTE);
        plans.wantLongEnough(landed);
        assertThat(check(landed, "edge-3", 6 * MINUTE)).isEmpty();
    }

    @Test
    void theNextLeaderIsLimitedByAllThatLimitedTheOneBefore() {
        MovablePod moved = pod("moved", 1, "edge-1");
        MovablePod back = pod("back", 1, "edge-3");
        gate.begin(moved, "edge-2", 0);
        gate.leave(moved.workload(), "edge-1", 0);
        gate.begin(back, "edge-2", 10 * SECOND);
        gate.landed(back, "edge-2", "edge-3", 20 * SECOND);

        // Another process, whose monotonic clock begins anywhere.
        long later = -MINUTE;
        MoveLimitTracker next = new MoveLimitTracker(SafetySettings.DEFAULT);
        next.restore(gate.marks(30 * SECOND), later);
        next.restore(gate.marks(30 * SECOND), later);
        assertThat(next.checkAtOnce(moved, "edge-9", later).map(MoveRefusal::reason))
                .contains(Reason.WORKLOAD_RATE);
        assertThat(next.checkAtOnce(moved, "edge-9", later + 269 * SECOND).map(MoveRefusal::reason))
                .as("300 s, of which 30 s have passed")
                .contains(Reason.WORKLOAD_RATE);
        assertThat(next.checkAtOnce(moved, "edge-9", later + 270 * SECOND)).isEmpty();
        assertThat(next.rules(plans.readings()).checkReturn(moved.workload(), "edge-1", later))
                .isPresent();
        assertThat(next.checkAtOnce(back, "edge-9", later + 25 * MINUTE).map(MoveRefusal::reason))
                .contains(Reason.COOL_DOWN);
    }
}
