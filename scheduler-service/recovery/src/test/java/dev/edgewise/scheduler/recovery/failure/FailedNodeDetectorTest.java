package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.recovery.FailureCause;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailedNodeDetectorTest {
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** The validity of times that are measured continually, in milliseconds. */
    private static final long MEASURED = 600_000;

    private final ClusterState state = new ClusterState(new TestClock());
    private long seconds;
    private FailedNodeDetector failed = failedNodes(1);

    @Test
    void aNodeHasFailedOnceItsGraceIsOver() {
        nodes(20);
        fail(3);

        assertThat(now()).isEmpty();
        seconds += 1;
        assertThat(now()).isEmpty();
        seconds += 1;
        assertThat(now()).containsExactly("n3");
        assertThat(failed.failedNodes()).containsExactly("n3");
        failed.forget();
        assertThat(failed.failedNodes()).isEmpty();
    }

    @Test
    void twoMoreSoonAfterTheFirstAreNoOutage() {
        nodes(20);
        fail(0);
        now();
        seconds += 3;
        fail(1);
        fail(2);
        now();
        seconds += 2;

        assertThat(now()).containsExactly("n0", "n1", "n2");
    }

    @Test
    void aFifthOfThemWithinSecondsMayBeTheBeginningOfAnOutage() {
        nodes(20);
        IntStream.range(0, 4).forEach(this::fail);
        now();
        seconds += 9;
        assertThat(now()).isEmpty();
        assertThat(failed.isPaused()).isTrue();
        assertThat(failed.pauseReason()).isEqualTo("4 nodes fail together, as if the control plane had lost them");

        // It was none.
        seconds += 1;
        now();
        assertThat(failed.isPaused()).isFalse();
        seconds += 2;
        assertThat(now()).hasSize(4);
    }

    @Test
    void whereMostFailNoneHas() {
        nodes(20);
        IntStream.range(0, 11).forEach(this::fail);
        now();
        seconds += 3_600;

        assertThat(now()).isEmpty();
    }

    /** Kubelets report one after the other. */
    @Test
    void whenTheControlPlaneHasItsNodesAgainThoseThatReturnLastHaveNotFailed() {
        nodes(20);
        IntStream.range(0, 12).forEach(this::fail);
        now();
        seconds += 3_600;
        now();

        IntStream.range(0, 6).forEach(this::heal);
        assertThat(now()).isEmpty();
        seconds += 5;
        assertThat(now()).isEmpty();
        IntStream.range(6, 11).forEach(this::heal);
        assertThat(now()).isEmpty();
        seconds += 15;
        assertThat(now()).as("it does not return").containsExactly("n11");

        fail(3);
        now();
        seconds += 2;
        assertThat(now()).as("a failure of its own").containsExactly("n11", "n3");
    }

    /** A controller may have taken the cloud's instances for gone. */
    @Test
    void whereMostAreDeletedNoneHasFailed() {
        nodes(20);
        Set<String> homes = IntStream.range(0, 20).mapToObj(i -> "n" + i).collect(Collectors.toSet());
        assertThat(failed.find(homes, state.snapshot())).isEmpty();
        IntStream.range(0, 12).forEach(i -> state.removeNode("n" + i));
        failed.find(homes, state.snapshot());
        seconds += 3_600;
        assertThat(failed.find(homes, state.snapshot())).isEmpty();

        IntStream.range(0, 10).forEach(i -> homes.remove("n" + i));
        failed.find(homes, state.snapshot());
        seconds += 20;
        assertThat(failed.find(homes, state.snapshot()))
                .as("pods are on two of them alone")
                .containsExactly("n10", "n11");
    }

    /** Capacity is reserved for as many failures. */
    @Test
    void asManyAsMayFailTogetherAreNoOutage() {
        failed = failedNodes(3);
        nodes(5);
        IntStream.range(0, 3).forEach(this::fail);
        now();
        seconds += 15;
        assertThat(now()).containsExactly("n0", "n1", "n2");

        fail(3);
        assertThat(now()).isEmpty();
        seconds += 3_600;
        assertThat(now()).isEmpty();
    }

    @Test
    void oneOfTwoNodesMayFail() {
        nodes(2);
        fail(1);
        now();
        seconds += 14;
        assertThat(now()).as("the other one may be about to be lost, too").isEmpty();
        seconds += 1;
        assertThat(now()).containsExactly("n1");
    }

    /**
     * 2 of 3 are 67 %, and as kubelets renew their leases every 10 s, the first is seen up to 15 s before the second.
     */
    @Test
    void twoOfThreeThatAreCutOffTogetherHaveNotFailed() {
        nodes(3);
        fail(0);
        now();
        seconds += 14;
        assertThat(now()).isEmpty();
        fail(1);
        assertThat(now()).isEmpty();
        assertThat(failed.pauseReason()).isEqualTo("2 nodes fail together, as if the control plane had lost them");
        seconds += 3_600;
        assertThat(now()).isEmpty();

        heal(1);
        now();
        seconds += 19;
        assertThat(now()).as("it may be about to return").isEmpty();
        seconds += 1;
        assertThat(now()).containsExactly("n0");
    }

    @Test
    void oneOfThreeMayFail() {
        nodes(3);
        fail(0);
        now();
        seconds += 14;
        assertThat(now()).isEmpty();
        seconds += 1;
        assertThat(now()).containsExactly("n0");
    }

    @Test
    void twoOfThreeHaveFailedWhereRoomIsKeptForTwo() {
        failed = failedNodes(2);
        nodes(3);
        fail(0);
        now();
        seconds += 10;
        fail(1);
        now();
        seconds += 15;
        assertThat(now()).containsExactly("n0", "n1");
    }

    /**
     * 2 of 4 are half of them: no rule can tell whether they are cut off. One of 5 is far from 3, which would be 60 %.
     */
    @Test
    void whereOneMoreIsNotMostOfThemNoneWaitsForIt() {
        nodes(5);
        fail(0);
        now();
        seconds += 2;
        assertThat(now()).containsExactly("n0");
        fail(1);
        assertThat(now()).as("a third one would be 60 %").isEmpty();
        seconds += 15;
        assertThat(now()).containsExactly("n0", "n1");
    }

    /** While containerd restarts, for example, the pods keep running. */
    @Test
    void aNodeThatIsNotReadyHasFailedAfterAGraceOfItsOwn() {
        nodes(20);
        state.putNode(node("n3")
                .taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_SCHEDULE)
                .build());
        now();
        seconds += 29;
        assertThat(now()).isEmpty();
        seconds += 1;
        assertThat(now()).containsExactly("n3");
    }

    @Test
    void oneThatIsUnreachableAfterItWasNotReadyWaitsNoLonger() {
        nodes(20);
        state.putNode(node("n3")
                .taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_SCHEDULE)
                .build());
        now();
        seconds += 3;
        fail(3);
        assertThat(now()).containsExactly("n3");
    }

    /** The requests of a step take their time: what has happened since it began counts. */
    @Test
    void noPodIsRestartedOnceTheOthersAreSeenToFailToo() {
        nodes(20);
        fail(0);
        now();
        seconds += 2;
        assertThat(now()).containsExactly("n0");
        assertThat(failed.mayRestartPodsOf("n0", state.snapshot())).isTrue();
        assertThat(failed.mayRestartPodsOf("n1", state.snapshot())).isFalse();

        // 4 of 20 are a fifth, three of them within this second.
        IntStream.range(1, 4).forEach(this::fail);
        assertThat(failed.mayRestartPodsOf("n0", state.snapshot())).isFalse();
        seconds += 10;
        assertThat(failed.isPaused()).as("no step has been made").isFalse();
    }

    @Test
    void aNodeWhosePathsAreAllSilentHasFailedWhereThatCounts() {
        nodes(6);
        answersNobody(5);
        now();
        seconds += 2;

        assertThat(now()).containsExactly("n5");
        assertThat(new FailedNodeDetector(
                                new FailureRules(
                                        Set.of(FailureCause.NOT_READY), Duration.ZERO, Duration.ZERO, Duration.ZERO, 1),
                                () -> 0)
                        .find(Set.of("n5"), state.snapshot()))
                .isEmpty();
    }

    @Test
    void oneThatAnswersAnyOtherHasNot() {
        nodes(6);
        answersNobody(5);
        times("n2", 2, -1);
        now();
        seconds += 2;

        assertThat(now()).isEmpty();
    }

    @Test
    void oneThatGetsAnswersHasNot() {
        nodes(6);
        answersNobody(5);
        times("n5", 5, -1);
        now();
        seconds += 2;

        assertThat(now()).isEmpty();
    }

    /** The node that it answered last is asked first, and not alone. */
    @Test
    void oneThatAnsweredHasFailedOnceNobodyGetsAnAnswer() {
        nodes(6);
        IntStream.range(0, 6).forEach(from -> times("n" + from, from, -1));
        assertThat(now()).isEmpty();
        state.change(RttIndex.FACT, rtt -> rtt.with("n5", Map.of()));
        answersNobody(5);
        times("n3", 3, -1);
        now();
        seconds += 2;
        assertThat(now()).as("n3 gets answers still").isEmpty();

        times("n3", 3, 5);
        now();
        seconds += 2;
        assertThat(now()).containsExactly("n5");
    }

    /** In a large cluster each path is measured for a while only. */
    @Test
    void whatIsOnlyKeptFromEarlierMeasurementsIsNoAnswer() {
        nodes(6);
        answersNobody(5);
        keeps("n4", 5);
        keeps("n5", 4);
        now();
        seconds += 2;

        assertThat(now()).containsExactly("n5");
    }

    @Test
    void oneThatIsNotMeasuredHasNot() {
        nodes(6);
        now();
        seconds += 2;

        assertThat(now()).isEmpty();
    }

    private FailedNodeDetector failedNodes(int together) {
        FailureRules rules = new FailureRules(
                Set.of(FailureCause.values()), GRACE, Duration.ofSeconds(30), Duration.ofSeconds(15), together);
        return new FailedNodeDetector(rules, () -> Duration.ofSeconds(seconds).toNanos());
    }

    private void answersNobody(int node) {
        for (int from = 0; from < 6; from++) {
            if (from != node) {
                times("n" + from, from, node);
            }
        }
    }

    /** Publishes the times from one node to all others; -1 for no silent one. */
    private void times(String name, int from, int silent) {
        Map<String, Rtt> times = new HashMap<>();
        for (int to = 0; to < 6; to++) {
            if (to != from) {
                times.put("n" + to, rtt(to == silent ? 1 : 0, MEASURED));
            }
        }
        state.change(RttIndex.FACT, rtt -> rtt.with(name, times));
    }

    /** Times that are valid, though no node measures them any more. */
    private void keeps(String name, int to) {
        Map<String, Rtt> times = new HashMap<>();
        times.put("n" + to, rtt(0, 3 * MEASURED));
        for (int other = 0; other < 4; other++) {
            times.put("n" + other, rtt(name.equals("n5") ? 1 : 0, MEASURED));
        }
        state.change(RttIndex.FACT, rtt -> rtt.with(name, times));
    }

    /** @param validity in milliseconds */
    private Rtt rtt(float loss, long validity) {
        long observedAt = state.snapshot().takenAt().toEpochMilli();
        return new Rtt(1_000, 1_000, 1_000, loss, 10, observedAt, observedAt + validity, null);
    }

    private Set<String> now() {
        Set<String> all = IntStream.range(0, 20).mapToObj(i -> "n" + i).collect(Collectors.toSet());
        all.retainAll(state.snapshot().nodes().stream().map(one -> one.name()).collect(Collectors.toSet()));
        return failed.find(all, state.snapshot());
    }

    private void nodes(int count) {
        IntStream.range(0, count).forEach(i -> state.putNode(node("n" + i).build()));
    }

    private void fail(int at) {
        state.putNode(node("n" + at)
                .taint("node.kubernetes.io/unreachable", "", Taint.Effect.NO_SCHEDULE)
                .build());
    }

    private void heal(int at) {
        state.putNode(node("n" + at).build());
    }
}
