package dev.edgewise.offloader.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MoveLimitTrackerTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MINUTE = 60 * SECOND;

    private final MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
    private ConsecutiveReadings readings = ConsecutiveReadings.none(SafetySettings.DEFAULT);

    private static Workload workload(String name) {
        return new Workload("openfaas-fn", "Deployment", name, "uid-of-" + name);
    }

    private static MovablePod pod(String workload, int number, String node, UnfitReason... conditions) {
        return new MovablePod(
                "openfaas-fn/" + workload + "-" + number,
                workload + "-" + number,
                workload(workload),
                node,
                0,
                Duration.ofHours(1),
                6,
                6,
                Set.of(conditions));
    }

    private static final ConsecutiveReadings.Readings EACH = (uid, cause) -> null;

    private SafetyRules rules() {
        return gate.rules(readings);
    }

    private void read(Map<String, Set<String>> wanted, Set<String> all, ConsecutiveReadings.Readings numbers) {
        readings = readings.read(wanted, all, numbers);
    }

    private void wantFiveTimes(MovablePod... pods) {
        Set<String> uids = uids(pods);
        IntStream.range(0, 5).forEach(plan -> read(wanted(pods), uids, EACH));
    }

    private static Set<String> uids(MovablePod... pods) {
        return Set.copyOf(List.of(pods).stream().map(MovablePod::uid).toList());
    }

    private static Map<String, Set<String>> wanted(MovablePod... pods) {
        return wanted("ENERGY", pods);
    }

    private static Map<String, Set<String>> wanted(String what, MovablePod... pods) {
        return uids(pods).stream().collect(Collectors.toMap(Function.identity(), uid -> Set.of(what)));
    }

    private Reason reason(MovablePod pod, String target, long now) {
        return rules().check(pod, "ENERGY", target, now)
                .map(MoveRefusal::reason)
                .orElse(null);
    }

    @Test
    void aPodGoesAfterFivePlansThatWantIt() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        for (int plan = 0; plan < 4; plan++) {
            read(wanted(pod), uids(pod), EACH);
        }
        assertThat(rules().check(pod, "ENERGY", "edge-2", 0).orElseThrow().message())
                .isEqualTo("4 of 5 readings in a row wanted it moved");
        read(wanted(pod), uids(pod), EACH);
        assertThat(rules().check(pod, "ENERGY", "edge-2", 0)).isEmpty();
    }

    @Test
    void twoGoodPlansAreAPauseAndThreeAreAnEnd() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        wantFiveTimes(pod);
        read(Map.of(), uids(pod), EACH);
        read(Map.of(), uids(pod), EACH);
        assertThat(reason(pod, "edge-2", 0)).isEqualTo(Reason.NOT_YET_SURE);
        read(wanted(pod), uids(pod), EACH);
        assertThat(reason(pod, "edge-2", 0)).isNull();

        IntStream.range(0, 3).forEach(plan -> read(Map.of(), uids(pod), EACH));
        read(wanted(pod), uids(pod), EACH);
        assertThat(reason(pod, "edge-2", 0)).isEqualTo(Reason.NOT_YET_SURE);
    }

    @Test
    void aReadingCountsOnce() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        for (int plan = 0; plan < 100; plan++) {
            read(wanted(pod), uids(pod), (uid, cause) -> 7L);
        }
        assertThat(rules().check(pod, "ENERGY", "edge-2", 0).orElseThrow().message())
                .isEqualTo("1 of 5 readings in a row wanted it moved");
        for (long reading = 8; reading <= 11; reading++) {
            long newer = reading;
            read(wanted(pod), uids(pod), (uid, cause) -> newer);
        }
        assertThat(reason(pod, "edge-2", 0)).isNull();
        for (int plan = 0; plan < 100; plan++) {
            read(Map.of(), uids(pod), (uid, cause) -> 12L);
        }
        read(wanted(pod), uids(pod), (uid, cause) -> 13L);
        assertThat(reason(pod, "edge-2", 0)).as("one good reading is a pause").isNull();
    }

    /** The clock of whoever reads may have been an hour ahead: nothing is to wait until it is there again. */
    @Test
    void readingsOfAClockThatWasSetBackCount() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        read(wanted(pod), uids(pod), (uid, cause) -> 3_600L);
        for (long reading = 1; reading <= 4; reading++) {
            long next = reading;
            read(wanted(pod), uids(pod), (uid, cause) -> next);
            read(wanted(pod), uids(pod), (uid, cause) -> next);
        }
        assertThat(reason(pod, "edge-2", 0)).isNull();
    }

    @Test
    void eachCauseHasARowOfItsOwn() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        wantFiveTimes(pod);
        assertThat(reason(pod, "edge-2", 0)).isNull();
        read(wanted("DELAY", pod), uids(pod), EACH);
        assertThat(rules().check(pod, "DELAY", "edge-2", 0).orElseThrow().message())
                .isEqualTo("1 of 5 readings in a row wanted it moved");
        read(wanted(pod), uids(pod), EACH);
        assertThat(reason(pod, "edge-2", 0)).as("as before").isNull();
        IntStream.range(0, 4).forEach(plan -> read(wanted("DELAY", pod), uids(pod), EACH));
        assertThat(rules().check(pod, "DELAY", "edge-2", 0)).isPresent();
        read(wanted("DELAY", pod), uids(pod), EACH);
        assertThat(rules().check(pod, "DELAY", "edge-2", 0)).isEmpty();
    }

    @Test
    void aRowThatWasLongEnoughEndsThoughTheEnergyIsStillABadOne() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        IntStream.range(0, 5).forEach(plan -> read(Map.of(pod.uid(), Set.of("ENERGY", "REWARD")), uids(pod), EACH));
        IntStream.range(0, 3).forEach(plan -> read(wanted(pod), uids(pod), EACH));
        read(wanted("REWARD", pod), uids(pod), EACH);
        assertThat(rules().check(pod, "REWARD", "edge-2", 0).orElseThrow().message())
                .isEqualTo("1 of 5 readings in a row wanted it moved");
    }

    @Test
    void whatIsWantedForTwoCausesCountsForBoth() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        read(wanted("DELAY", pod), uids(pod), EACH);
        read(Map.of(pod.uid(), Set.of("ENERGY", "DELAY")), uids(pod), EACH);
        assertThat(readings.row(pod.uid(), "DELAY")).isEqualTo(2);
        assertThat(readings.row(pod.uid(), "ENERGY")).isEqualTo(1);
        wantFiveTimes(pod);
        assertThat(readings.row(pod.uid(), "ENERGY"))
                .as("no more than it takes")
                .isEqualTo(5);
    }

    /** An hour of plans, one every ten seconds, that never want the same for five in a row. */
    @Property(tries = 50, seed = "1")
    void plansThatFlapMoveNothing(@ForAll long seed) {
        Random random = new Random(seed);
        MovablePod pod = pod("fibo", 1, "edge-1");
        ConsecutiveReadings flapping = ConsecutiveReadings.none(SafetySettings.DEFAULT);
        int wanted = 0;
        for (int plan = 0; plan < 360; plan++) {
            boolean proposal = wanted < 4 && random.nextBoolean();
            if (proposal) {
                wanted++;
                flapping = flapping.read(wanted(pod), uids(pod), EACH);
            } else {
                wanted = 0;
                flapping = flapping.read(Map.of(), uids(pod), EACH);
            }
            assertThat(gate.rules(flapping).check(pod, "ENERGY", "edge-2", plan * 10 * SECOND))
                    .isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource(UnfitReason.class)
    void unfitPodsStay(UnfitReason condition) {
        MovablePod pod = pod("fibo", 1, "edge-1", condition);
        wantFiveTimes(pod);
        Reason reason = condition == UnfitReason.TERMINATING ? Reason.TERMINATING : Reason.UNFIT;
        assertThat(rules().check(pod, "ENERGY", "edge-2", 0)).contains(new MoveRefusal(reason, condition.why()));
    }

    @Test
    void settingsMayAllowLocalStorageAndNothingElse() {
        SafetySettings defaults = SafetySettings.DEFAULT;
        SafetySettings allowing = with(defaults, Set.of(UnfitReason.LOCAL_STORAGE));
        assertThat(new MoveEligibility(allowing).check(pod("fibo", 1, "edge-1", UnfitReason.LOCAL_STORAGE)))
                .isEmpty();
        assertThatThrownBy(() -> with(defaults, Set.of(UnfitReason.DAEMON_SET)))
                .hasMessage(
                        "allowed is [DAEMON_SET]: it must be LOCAL_STORAGE or nothing: moving others would end them");
    }

    private static SafetySettings with(SafetySettings settings, Set<UnfitReason> allowed) {
        return with(settings, allowed, SafetySettings.Singles.STAY);
    }

    private static SafetySettings with(
            SafetySettings settings, Set<UnfitReason> allowed, SafetySettings.Singles singles) {
        return new SafetySettings(
                settings.minAge(),
                settings.priorityCeiling(),
                allowed,
                singles,
                settings.badReadings(),
                settings.goodReadings(),
                settings.coolDown(),
                settings.workloadWindow(),
                settings.rateWindow(),
                settings.fromNode(),
                settings.total(),
                settings.toNode(),
                settings.minGain());
    }

    @Test
    void youngImportantUnreadyAndSinglePodsStay() {
        MoveEligibility rules = new MoveEligibility(SafetySettings.DEFAULT);
        assertThat(rules.check(state(0, Duration.ofSeconds(119), 6, 6)))
                .contains(new MoveRefusal(Reason.TOO_YOUNG, "it is ready for 119 s: pods are moved after 120 s"));
        assertThat(rules.check(state(1_000_000_000, Duration.ofHours(1), 6, 6)))
                .map(MoveRefusal::reason)
                .contains(Reason.PRIORITY);
        assertThat(rules.check(state(0, Duration.ofHours(1), 6, 5)))
                .contains(new MoveRefusal(Reason.NOT_ALL_READY, "5 of 6 replicas of its workload are ready"));
        assertThat(rules.check(state(0, Duration.ofHours(1), 1, 1)))
                .map(MoveRefusal::reason)
                .contains(Reason.SINGLE_REPLICA);
        SafetySettings surging = with(SafetySettings.DEFAULT, Set.of(), SafetySettings.Singles.SURGE);
        assertThat(new MoveEligibility(surging).check(state(0, Duration.ofHours(1), 1, 1)))
                .as("surge")
                .isEmpty();
    }

    private static MovablePod state(int priority, Duration age, int replicas, int ready) {
        return new MovablePod("ns/p", "p", workload("fibo"), "edge-1", priority, age, replicas, ready, Set.of());
    }

    @Test
    void oneMoveOfAWorkloadInFiveMinutes() {
        MovablePod first = pod("fibo", 1, "edge-1");
        MovablePod second = pod("fibo", 2, "edge-3");
        wantFiveTimes(first, second);
        gate.begin(first, "edge-2", 0);
        assertThat(rules().check(second, "ENERGY", "edge-4", 299 * SECOND))
                .contains(new MoveRefusal(
                        Reason.WORKLOAD_RATE, "a move of its workload began 299 s ago: one begins in 300 s"));
        assertThat(rules().check(second, "ENERGY", "edge-4", 300 * SECOND)).isEmpty();
    }

    @Test
    void twoMovesOffANodeAndTenInAllInAMinute() {
        MovablePod[] pods = IntStream.range(0, 12)
                .mapToObj(i -> pod("w" + i, i, "edge-" + i / 2))
                .toArray(MovablePod[]::new);
        MovablePod third = pods[11] = pod("w11", 11, "edge-0");
        wantFiveTimes(pods);
        for (int i = 0; i < 10; i++) {
            assertThat(reason(pods[i], "to-" + i, i)).as("move %d", i).isNull();
            gate.begin(pods[i], "to-" + i, i);
        }
        assertThat(reason(third, "to-x", MINUTE - 1)).isEqualTo(Reason.NODE_RATE);
        assertThat(reason(pods[10], "to-x", MINUTE - 1)).isEqualTo(Reason.TOTAL_RATE);
        assertThat(reason(pods[10], "to-x", MINUTE + 9)).isNull();
    }

    @Test
    void aMoveThatMovedNothingLeavesItsShareToOthersAndItsWorkloadWaits() {
        MovablePod[] pods =
                IntStream.range(0, 12).mapToObj(i -> pod("w" + i, i, "edge-0")).toArray(MovablePod[]::new);
        wantFiveTimes(pods);
        for (int i = 0; i < 11; i++) {
            assertThat(reason(pods[i], "edge-9", i)).as("move %d", i).isNull();
            gate.begin(pods[i], "edge-9", i);
            gate.undone(pods[i], "edge-9");
        }
        assertThat(reason(pods[0], "edge-9", 299 * SECOND)).isEqualTo(Reason.WORKLOAD_RATE);
        assertThat(reason(pods[11], "edge-9", MINUTE)).isNull();
    }

    @Test
    void attemptsOfANamespaceCountWhateverBecameOfThem() {
        MovablePod blocked = pod("blocked", 1, "edge-1");
        gate.begin(blocked, "edge-2", 0);
        gate.undone(blocked, "edge-2");
        gate.begin(pod("moved", 1, "edge-1"), "edge-2", SECOND);
        assertThat(rules().trial(false).attempts(299 * SECOND))
                .isEqualTo(Map.of("openfaas-fn", new MoveAttempts(2, SECOND)));
        assertThat(rules().trial(false).attempts(300 * SECOND))
                .isEqualTo(Map.of("openfaas-fn", new MoveAttempts(1, SECOND)));
        assertThat(rules().trial(false).attempts(301 * SECOND))
                .isEqualTo(Map.of("openfaas-fn", new MoveAttempts(0, SECOND)));
    }

    /** A plan tries what it may ask for; the gate, and rules that were taken before, count nothing of it. */
    @Test
    void rulesAreOfOneMoment() {
        MovablePod first = pod("fibo", 1, "edge-1");
        MovablePod second = pod("fibo", 2, "edge-3");
        SafetyRules before = rules();
        assertThat(before.trial(true).request(first, "ENERGY", "edge-2", 0)).isEmpty();
        assertThat(before.trial(true).request(second, "ENERGY", "edge-4", 0)).isEmpty();
        gate.begin(first, "edge-2", 0);
        assertThat(before.checkAtOnce(second, "edge-4", 0)).isEmpty();
        assertThat(rules().checkAtOnce(second, "edge-4", 0)).isPresent();
    }

    @Test
    void twoPodsAtOnceToOneNode() {
        MovablePod[] pods = IntStream.range(0, 3)
                .mapToObj(i -> pod("w" + i, i, "edge-" + i))
                .toArray(MovablePod[]::new);
        wantFiveTimes(pods);
        gate.begin(pods[0], "edge-9", 0);
        gate.begin(pods[1], "edge-9", 0);
        assertThat(rules().check(pods[2], "ENERGY", "edge-9", 2 * MINUTE))
                .contains(new MoveRefusal(Reason.TARGET_BUSY, "2 pods are on their way to edge-9: at most 2 at once"));
        gate.failed(pods[0], "edge-9");
        assertThat(rules().check(pods[2], "ENERGY", "edge-9", 2 * MINUTE)).isEmpty();
    }

    @Test
    void aPodThatCameBackIsLeftAloneForHalfAnHour() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        MovablePod back = pod("fibo", 2, "edge-1");
        gate.begin(pod, "edge-2", 0);
        gate.landed(pod, "edge-2", "edge-1", MINUTE);
        wantFiveTimes(back);
        assertThat(rules().check(back, "ENERGY", "edge-2", 11 * MINUTE))
                .contains(new MoveRefusal(
                        Reason.COOL_DOWN,
                        "a pod of its workload came back to this node, was not replaced in time, or its"
                                + " eviction was refused: its pods stay for 1200 s more"));
        assertThat(rules().check(back, "ENERGY", "edge-2", 31 * MINUTE)).isEmpty();
    }

    @Test
    void aPodThatLandedWhereItWasSentMayMoveOn() {
        MovablePod pod = pod("fibo", 1, "edge-1");
        MovablePod landed = pod("fibo", 2, "edge-2");
        gate.begin(pod, "edge-2", 0);
        gate.landed(pod, "edge-2", "edge-2", MINUTE);
        wantFiveTimes(landed);
        assertThat(rules().check(landed, "ENERGY", "edge-3", 6 * MINUTE)).isEmpty();
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
        assertThat(next.rules(readings).checkReturn(moved.workload(), "edge-1", later))
                .isPresent();
        assertThat(next.checkAtOnce(back, "edge-9", later + 25 * MINUTE).map(MoveRefusal::reason))
                .contains(Reason.COOL_DOWN);
    }
}
