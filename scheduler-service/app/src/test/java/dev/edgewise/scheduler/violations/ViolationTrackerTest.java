package dev.edgewise.scheduler.violations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nodes {@code n0}, {@code n1}, …, 10 ms apart unless it is said otherwise. */
class ViolationTrackerTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration VALID = Duration.ofMinutes(5);

    private final TestClock clock = new TestClock();
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(clock);
    private final BoundPodDelayCheck needs = new BoundPodDelayCheck(DelayRules.DEFAULT);
    private final ViolationTracker drift =
            new ViolationTracker(needs, pod -> pod.spec().schedulerName().equals("edgewise"), ticker);

    private int refresh() {
        return drift.refresh(snapshot(), LONG);
    }

    private Snapshot snapshot() {
        return state.snapshot().at(clock.instant());
    }

    private void nodes(int count) {
        for (int i = 0; i < count; i++) {
            state.putNode(node("n" + i).build());
        }
    }

    /** Publishes the time from one node to another, and 10 ms to each further one. */
    private void measured(String from, String to, long millis) {
        Map<String, Rtt> row = new HashMap<>();
        for (NodeState other : state.snapshot().nodes()) {
            row.put(other.name(), rtt(10));
        }
        row.put(to, rtt(millis));
        row.remove(from);
        state.change(RttIndex.FACT, rtt -> rtt.with(from, row));
    }

    private Rtt rtt(long millis) {
        long now = clock.millis();
        return new Rtt(millis * 1000, millis * 2000, millis * 3000, now, now + VALID.toMillis());
    }

    @Test
    void onlyPodsThatReferToTheNodeWithNewTimesAreJudgedAgain() {
        nodes(3);
        measured("n0", "n1", 10);
        measured("n2", "n1", 10);
        state.putPod(pod("a").label("delay_n0", "20").runningOn("n1").build());
        state.putPod(pod("b").label("delay_n2", "20").runningOn("n1").build());
        state.putPod(pod("c").runningOn("n1").build());
        assertThat(refresh()).as("those with needs").isEqualTo(2);
        assertThat(refresh()).as("nothing has changed").isZero();

        measured("n0", "n1", 30);
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.pod().key()).hasToString("default/a");
            assertThat(violation.need().share()).isEqualTo(1.5);
            assertThat(violation.need().reason()).isEqualTo("node(s) were farther than 20 ms from n0");
        });

        measured("n1", "n0", 90);
        assertThat(refresh()).as("times from where pods are").isZero();
        measured("n0", "n1", 20);
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations()).as("met again").isEmpty();
    }

    @Test
    void aPodThatRefersToAMovedWorkloadIsJudgedAgain() {
        nodes(3);
        measured("n0", "n1", 10);
        measured("n2", "n1", 50);
        state.putPod(pod("web-1").workload("web").runningOn("n0").build());
        state.putPod(pod("a").label("delay_web", "20").runningOn("n1").build());
        state.putPod(pod("b").label("delay_n0", "20").runningOn("n1").build());
        state.putPod(pod("other")
                .namespace("other")
                .label("delay_web", "20")
                .runningOn("n1")
                .build());
        assertThat(refresh()).isEqualTo(3);

        state.removePod(pod("web-1").build().key());
        assertThat(refresh()).as("a alone; no workload breaks no need").isEqualTo(1);
        assertThat(drift.violations()).isEmpty();
        state.putPod(pod("web-2").workload("web").on("n2").build());
        assertThat(refresh()).as("it does not run yet").isZero();

        state.putPod(pod("web-2").workload("web").runningOn("n2").build());
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations())
                .extracting(
                        violation -> violation.pod().key().toString(),
                        violation -> violation.need().reason())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("default/a", "node(s) were farther than 20 ms from web"));
    }

    @Test
    void aSecondPodOfAWorkloadOnTheSameNodeChangesNothing() {
        nodes(2);
        state.putPod(pod("web-1").workload("web").runningOn("n0").build());
        state.putPod(pod("a").label("delay_web", "20").runningOn("n1").build());
        refresh();
        state.putPod(pod("web-2").workload("web").runningOn("n0").build());
        assertThat(refresh()).isZero();
    }

    @Test
    void newTimesDoNotConcernAPodBesideAReplica() {
        nodes(3);
        state.putPod(pod("web-1").workload("web").runningOn("n0").build());
        state.putPod(pod("web-2").workload("web").runningOn("n1").build());
        state.putPod(pod("beside").label("delay_web", "20").runningOn("n1").build());
        state.putPod(pod("apart").label("delay_web", "20").runningOn("n2").build());
        refresh();
        measured("n0", "n2", 30);
        measured("n1", "n2", 30);
        assertThat(refresh()).as("apart alone").isEqualTo(1);
        assertThat(drift.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.pod().key()).hasToString("default/apart"));

        state.removePod(pod("web-2").build().key());
        assertThat(refresh()).as("both, as one has moved away").isEqualTo(2);
    }

    /** With one on each node, all rows of a round concern all who refer to it. */
    @Test
    void manyReplicasHandOverAPodOnce() {
        nodes(50);
        for (int i = 0; i < 50; i++) {
            state.putPod(pod("web-" + i).workload("web").runningOn("n" + i).build());
        }
        DelayReferenceIndex index = new DelayReferenceIndex();
        index.add("uid", "default", Set.of("web"), snapshot());
        List<String> changed = snapshot().nodes().stream().map(NodeState::name).toList();
        List<String> handedOver = new ArrayList<>();
        index.forPodsBy(changed, (uid, origins) -> handedOver.add(uid + " by " + origins.size()));
        assertThat(handedOver).containsExactly("uid by 50");
    }

    /** Publishes no answers from one node, beside an answer from another. */
    private void silent(String from, String to, String answering) {
        long now = clock.millis();
        Rtt silence = new Rtt(10_000, 10_000, 10_000, 1, 20, now, now, null);
        state.change(RttIndex.FACT, rtt -> rtt.with(from, Map.of(to, silence, answering, rtt(10))));
    }

    @Test
    void aSilentPathBreaksANeedAsLongAsItsOriginGetsOtherAnswers() {
        nodes(3);
        state.putPod(pod("a").label("delay_n0", "20").runningOn("n1").build());
        silent("n0", "n1", "n2");
        refresh();
        assertThat(drift.isComplete()).isTrue();
        assertThat(drift.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.need().share()).isNull();
            assertThat(violation.need().reason()).isEqualTo("node(s) did not answer n0");
        });

        clock.advance(VALID.plusMillis(1));
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations())
                .as("nobody measures any more, or the origin is cut off")
                .isEmpty();
        assertThat(refresh()).isZero();

        silent("n0", "n1", "n2");
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations()).hasSize(1);
    }

    @Test
    void aBoundOfNothingIsNoMoreUrgentThanOneOfAMillisecond() {
        nodes(2);
        measured("n0", "n1", 30);
        state.putPod(pod("a").label("delay_n0", "0").runningOn("n1").build());
        refresh();
        assertThat(drift.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.need().share()).isEqualTo(30));
    }

    @Test
    void namespacesTakeTurnsAtBeingJudged() {
        RecheckQueue due = new RecheckQueue();
        for (int i = 0; i < 4; i++) {
            due.add("many-" + i, "many");
        }
        due.add("few-0", "few");
        due.add("few-1", "few");
        due.add("many-0", "many");
        due.remove("many-2");
        assertThat(due.size()).isEqualTo(5);
        List<String> order = new ArrayList<>();
        for (long now = 0; due.size() > 0; now += 600_000) {
            order.add(due.poll(now));
        }
        assertThat(order)
                .as("a turn takes a millisecond")
                .containsExactly("many-0", "many-1", "few-0", "few-1", "many-3");
        due.remove("many-0");
        due.add("many-0", "many");
        assertThat(due.poll(0)).isEqualTo("many-0");
        assertThat(due.poll(0)).isNull();
    }

    @Test
    void whatIsNotKnownBreaksNoNeed() {
        nodes(2);
        state.putPod(pod("a").label("delay_n0", "20").runningOn("n1").build());
        refresh();
        assertThat(drift.violations()).as("no times at all").isEmpty();

        measured("n0", "n1", 30);
        refresh();
        assertThat(drift.violations()).hasSize(1);
        state.change(RttIndex.FACT, rtt -> rtt.with("n0", Map.of()));
        refresh();
        assertThat(drift.violations()).as("the store has lost them").isEmpty();

        measured("n0", "n1", 30);
        refresh();
        clock.advance(VALID.plusMillis(1));
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations()).as("nobody confirms them any more").isEmpty();
    }

    @Test
    void itIsKnownSinceWhenANeedIsBroken() {
        nodes(2);
        measured("n0", "n1", 30);
        ticker.advance(Duration.ofSeconds(7));
        state.putPod(pod("a").label("delay_n0", "20").runningOn("n1").build());
        refresh();
        ticker.advance(Duration.ofSeconds(5));
        measured("n0", "n1", 90);
        refresh();
        assertThat(drift.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.since()).isEqualTo(Duration.ofSeconds(7).toNanos());
            assertThat(violation.need().share()).isEqualTo(4.5);
        });
    }

    @Test
    void whatOtherProfilesOrTerminatingPodsAskForIsNotJudged() {
        nodes(2);
        measured("n0", "n1", 30);
        state.putPod(pod("a").scheduler("default-scheduler")
                .label("delay_n0", "20")
                .runningOn("n1")
                .build());
        state.putPod(
                pod("b").label("delay_n0", "20").runningOn("n1").terminating().build());
        state.putPod(pod("c").label("delay_n0", "soon").runningOn("n1").build());
        assertThat(refresh()).isZero();
        assertThat(drift.violations()).isEmpty();
    }

    /** Without time for any, nothing is lost. */
    @Test
    void whatThereIsNoTimeForComesTheNextTime() {
        nodes(2);
        measured("n0", "n1", 30);
        state.putPod(pod("a").label("delay_n0", "20").runningOn("n1").build());
        assertThat(drift.refresh(snapshot(), Duration.ZERO)).isZero();
        assertThat(drift.violations()).isEmpty();
        assertThat(refresh()).isEqualTo(1);
        assertThat(drift.violations()).hasSize(1);
    }
}
