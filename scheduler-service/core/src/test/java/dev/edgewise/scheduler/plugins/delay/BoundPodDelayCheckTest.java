package dev.edgewise.scheduler.plugins.delay;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pod on {@code here}; a workload {@code web} on {@code w1} and {@code w2}. */
class BoundPodDelayCheckTest {
    private static final long NOW = TestClock.START.toEpochMilli();
    private static final long UNTIL = NOW + 60_000;

    private final ClusterState state = new ClusterState(new TestClock());

    @BeforeEach
    void aWorkloadOfTwoPods() {
        for (String name : new String[] {"here", "w1", "w2"}) {
            state.putNode(node(name).build());
        }
        state.putPod(pod("web-1").workload("web").runningOn("w1").build());
        state.putPod(pod("web-2").workload("web").runningOn("w2").build());
    }

    private void from(String node, Rtt toHere) {
        state.change(RttIndex.FACT, rtt -> rtt.with(node, Map.of("here", toHere)));
    }

    /** Sets a silent path beside an answer from another node. */
    private void silent(String node, Rtt toHere) {
        state.change(RttIndex.FACT, rtt -> rtt.with(node, Map.of("here", toHere, "other", measured(5))));
    }

    private static Rtt measured(long millis) {
        return new Rtt(millis * 1000, millis * 1000, millis * 1000, 0, 100, NOW, UNTIL, null);
    }

    /** A silent one is valid until that is found. */
    private static Rtt lossy(float loss) {
        return new Rtt(5_000, 5_000, 5_000, loss, 100, NOW, loss < 1 ? UNTIL : NOW, null);
    }

    private static Rtt estimated(long lower, long upper) {
        return Rtt.estimated(new Rtt.Estimate(lower * 1000, lower * 1000, 85), upper * 1000, NOW, UNTIL);
    }

    private static TestPods.Builder here() {
        return pod("p").runningOn("here");
    }

    private @Nullable BrokenDelayNeed worst(TestPods.Builder pod) {
        return new BoundPodDelayCheck(DelayRules.DEFAULT).worst(pod.build(), state.snapshot());
    }

    @Test
    void theNearestWayCounts() {
        from("w1", measured(50));
        from("w2", measured(30));
        assertThat(worst(here().label("delay_web", "20")))
                .isEqualTo(new BrokenDelayNeed(1.5, "node(s) were farther than 20 ms from web", UNTIL));
        assertThat(worst(here().label("delay_web", "30"))).isNull();
    }

    @Test
    void aWayThatMayBeWithinBreaksNothing() {
        from("w1", measured(50));
        assertThat(worst(here().label("delay_web", "20")))
                .as("the other way is not known")
                .isNull();
        from("w2", estimated(15, 40));
        assertThat(worst(here().label("delay_web", "20"))).isNull();
        from("w2", estimated(25, 40));
        assertThat(worst(here().label("delay_web", "20")).share()).isEqualTo(2.5);
        from("w1", estimated(25, 40));
        assertThat(worst(here().label("delay_web", "20")))
                .as("nothing is measured")
                .isNull();
    }

    /** Rows of large clusters have the nearest nodes only. */
    @Test
    void anOriginThatHasNoTimeToTheNodeIsNotNear() {
        state.change(RttIndex.FACT, rtt -> rtt.with("w1", Map.of("w2", measured(5), "w3", estimated(5, 9))));
        assertThat(worst(here().label("delay_web", "20"))).isNull();
        from("w2", measured(30));
        assertThat(worst(here().label("delay_web", "20")).share()).isEqualTo(1.5);
        state.change(RttIndex.FACT, rtt -> rtt.with("w1", Map.of("w2", measured(5))));
        assertThat(worst(here().label("delay_web", "20")))
                .as("nothing is estimated from there: it may be the nearest")
                .isNull();
        state.change(RttIndex.FACT, rtt -> rtt.with("w1", Map.of()));
        assertThat(worst(here().label("delay_web", "20")))
                .as("nothing is known from there")
                .isNull();
    }

    @Test
    void aPathThatDoesNotAnswerOrLosesTooMuchIsWorst() {
        silent("w1", lossy(1));
        from("w2", lossy(0.5f));
        assertThat(worst(here().label("delay_web", "20")))
                .isEqualTo(new BrokenDelayNeed(null, "node(s) answered with a loss above 25 % from web", UNTIL));
        from("w2", measured(200));
        assertThat(worst(here().label("delay_web", "20").label("delay_w1", "20")))
                .isEqualTo(new BrokenDelayNeed(null, "node(s) did not answer w1", UNTIL));
    }

    /** network-probe publishes a path that answers no more in this way. */
    @Test
    void aSilentPathIsOneAlthoughItsLastTimeIsStale() {
        silent("w1", new Rtt(5_000, 5_000, 5_000, 1, 100, NOW - 90_000, NOW - 1, null));
        assertThat(worst(here().label("delay_w1", "20")))
                .isEqualTo(new BrokenDelayNeed(null, "node(s) did not answer w1", UNTIL));
        from("w1", new Rtt(50_000, 50_000, 50_000, 0.1f, 100, NOW - 90_000, NOW - 1, null));
        assertThat(worst(here().label("delay_w1", "20"))).as("stale").isNull();
    }

    /** The origin is cut off, or is no longer measured: another node for the pod would not help. */
    @Test
    void whatAnOriginWithoutAnyAnswerSaysBreaksNothing() {
        from("w1", lossy(1));
        assertThat(worst(here().label("delay_w1", "20"))).isNull();
        state.change(
                RttIndex.FACT,
                rtt -> rtt.with("w1", Map.of("here", lossy(1), "other", estimated(5, 10), "w2", lossy(1))));
        assertThat(worst(here().label("delay_w1", "20"))).isNull();
        Rtt kept = new Rtt(5_000, 5_000, 5_000, 0, 100, NOW - 2_000, UNTIL, null);
        Rtt since = new Rtt(5_000, 5_000, 5_000, 1, 100, NOW - 90_000, NOW - 1_000, null);
        state.change(RttIndex.FACT, rtt -> rtt.with("w1", Map.of("here", since, "other", kept)));
        assertThat(worst(here().label("delay_w1", "20")))
                .as("no answer since the path is silent")
                .isNull();
        Rtt old = new Rtt(5_000, 5_000, 5_000, 0, 100, NOW - 90_000, NOW - 1, null);
        state.change(RttIndex.FACT, rtt -> rtt.with("w1", Map.of("here", lossy(1), "other", old)));
        assertThat(worst(here().label("delay_w1", "20"))).isNull();
    }

    @Test
    void tooFewSamplesDecideOnlyWhereTheMedianIsBeyond() {
        from("w1", new Rtt(10_000, 90_000, 90_000, 0, 5, NOW, UNTIL, null));
        TestPods.Builder pod = here().label("delay_w1", "20").annotation("edgewise.dev/delay", "p95");
        assertThat(worst(pod)).isNull();
        from("w1", new Rtt(30_000, 90_000, 90_000, 0, 5, NOW, UNTIL, null));
        assertThat(worst(pod).share()).isEqualTo(4.5);
    }

    @Test
    void aTimeThatIsTooOldBreaksNothing() {
        from("w1", measured(50));
        Pod pod = here().label("delay_w1", "20").build();
        BoundPodDelayCheck needs = new BoundPodDelayCheck(DelayRules.DEFAULT);
        assertThat(needs.worst(pod, state.snapshot()).until()).isEqualTo(UNTIL);
        Snapshot later = state.snapshot().at(Instant.ofEpochMilli(UNTIL + 1));
        assertThat(needs.worst(pod, later)).isNull();
    }

    @Test
    void aBoundOfZeroCountsAsAMillisecond() {
        from("w1", measured(3));
        assertThat(worst(here().label("delay_w1", "0")).share()).isEqualTo(3);
        assertThat(worst(pod("p").runningOn("w1").label("delay_w1", "0"))).isNull();
    }

    /** Broken needs are rejected by the filter, in the same words; needs that are met are not broken. */
    @Test
    void theFilterAgrees() {
        int broken = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            from("w1", any(random));
            from("w2", any(random));
            TestPods.Builder pod = here().label("delay_web", Integer.toString(random.nextInt(12)));
            Pod bound = random.nextBoolean()
                    ? pod.build()
                    : pod.annotation("edgewise.dev/delay", "p95").build();
            Snapshot snapshot = state.snapshot();
            Rejection rejection = new DelayPlugin().prepare(bound, snapshot).check(snapshot.node("here"));
            BrokenDelayNeed worst = new BoundPodDelayCheck(DelayRules.DEFAULT).worst(bound, snapshot);
            if (worst != null) {
                broken++;
                assertThat(rejection).as("seed %s", seed).isNotNull();
                assertThat(worst.reason()).as("seed %s", seed).isEqualTo(rejection.reason());
            }
        }
        assertThat(broken).isBetween(200, 1_800);
    }

    private static Rtt any(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> lossy(random.nextBoolean() ? 1 : 0.4f);
            case 1 -> estimated(random.nextInt(10), 10);
            default -> measured(1 + random.nextInt(12));
        };
    }
}
