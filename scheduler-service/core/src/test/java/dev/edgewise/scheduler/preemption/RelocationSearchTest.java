package dev.edgewise.scheduler.preemption;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** n1 is full and 2 ms from n1; n2 is empty and 20 ms away. */
class RelocationSearchTest {
    private static final RelocationRules RULES = new RelocationRules(false, 1);
    private static final LabelSelector WEB = LabelSelector.of(List.of(Requirement.in("app", "web")));

    private String resting = "";
    private final ClusterState state = new ClusterState(new TestClock());

    @BeforeEach
    void twoNodes() {
        state.putNode(node("n1").cpu("1").build());
        state.putNode(node("n2").cpu("1").build());
        state.change(RttIndex.FACT, rtt -> rtt.with("n1", times(2, 20)).with("n2", times(20, 2)));
    }

    @Test
    void aPodThatMayRunElsewhereGivesWay() {
        place(other("anywhere").priority(1));

        Outcome outcome = find(constrained().priority(2), RULES);

        assertThat(outcome).isNotNull();
        assertThat(outcome.target()).isEqualTo("n2");
        assertThat(outcome.victims().node()).isEqualTo("n1");
        assertThat(outcome.victims().pods()).extracting(Pod::uid).containsExactly("uid-of-anywhere");
        assertThat(outcome.message()).isEqualTo("making room: a pod moves off node n1.");
    }

    @Test
    void onesOfTheSamePriorityOnlyWhereThatIsAllowed() {
        place(other("anywhere"));

        assertThat(find(constrained(), RULES)).isNull();
        assertThat(find(constrained(), new RelocationRules(true, 1))).isNotNull();
    }

    @Test
    void nobodyGivesWayToAPodOfALowerPriority() {
        place(other("anywhere").priority(3));

        assertThat(find(constrained().priority(2), new RelocationRules(true, 1)))
                .isNull();
    }

    @Test
    void onlyPodsWithDelayNeedsAreGivenWay() {
        place(other("anywhere").priority(1));
        place(other("there").priority(5), "n2");

        assertThat(find(pod("any").cpu("1").priority(2), RULES)).isNull();
    }

    @Test
    void whatCannotLiveElsewhereStays() {
        place(other("near").priority(1).label("delay_n1", "5"));

        assertThat(find(constrained().priority(2), RULES)).isNull();
    }

    @Test
    void whereTheRoomElsewhereIsTakenNothingMoves() {
        place(other("anywhere").priority(1));
        place(other("there").priority(9).cpu("200m"), "n2");

        assertThat(find(constrained().priority(2), RULES)).isNull();
    }

    @Test
    void bareOnesAndThoseThatADisruptionBudgetKeepsStay() {
        place(pod("bare").cpu("1").priority(1));
        assertThat(find(constrained().priority(2), RULES)).isNull();

        state.removePod(pod("bare").build().key());
        place(other("anywhere").priority(1).label("app", "web"));
        assertThat(find(constrained().priority(2), RULES)).isNotNull();
        state.change(DisruptionBudgetIndex.FACT, all -> all.with(new DisruptionBudget("default", "all", WEB, 0)));
        assertThat(find(constrained().priority(2), RULES)).isNull();
    }

    /** The part that was left out may forbid the other node. */
    @Test
    void onesThatAreKnownOnlyInPartStay() {
        Pod rest = other("anywhere").priority(1).runningOn("n1").build();
        state.putPod(rest.knownInPart("spec.affinity is \"x\": must be light"));

        assertThat(find(constrained().priority(2), RULES)).isNull();
    }

    @Test
    void podsOfOtherSchedulersStay() {
        place(other("foreign").priority(1).scheduler("another"));

        assertThat(find(constrained().priority(2), RULES)).isNull();
    }

    @Test
    void oneThatMayNotMoveNowStays() {
        place(other("anywhere").priority(1));
        resting = "uid-of-anywhere";

        assertThat(find(constrained().priority(2), RULES)).isNull();
    }

    @Test
    void aPodWithTheChoiceAmongMostNodesIsNotConstrained() {
        place(other("anywhere").priority(1));
        place(other("there").priority(1), "n2");

        assertThat(find(pod("near").cpu("1").label("delay_n1", "1000").priority(2), RULES))
                .isNull();
    }

    private @Nullable Outcome find(TestPods.Builder builder, RelocationRules rules) {
        Pod waiting = builder.build();
        Snapshot snapshot = state.snapshot();
        NodeSearchResult search =
                new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1)).search(waiting, snapshot);
        assertThat(search.decision().node()).isNull();
        return new RelocationSearch(
                        rules, name -> name.equals("edgewise") ? BuiltInProfiles.edgewise() : null, new Random(2))
                .find(
                        waiting,
                        snapshot,
                        search,
                        new PreemptionConditions(
                                other -> !other.uid().equals(resting), node -> true, node -> false, any -> true));
    }

    private static TestPods.Builder constrained() {
        return pod("near").cpu("1").label("delay_n1", "5");
    }

    private static TestPods.Builder other(String name) {
        return pod(name).cpu("900m").controllerUid("owner-of-" + name);
    }

    private void place(TestPods.Builder pod) {
        place(pod, "n1");
    }

    private void place(TestPods.Builder pod, String node) {
        state.putPod(pod.runningOn(node).build());
    }

    private static Map<String, Rtt> times(long toFirst, long toSecond) {
        Map<String, Rtt> times = new HashMap<>();
        times.put("n1", rtt(toFirst));
        times.put("n2", rtt(toSecond));
        return times;
    }

    private static Rtt rtt(long millis) {
        long micros = 1_000 * millis;
        return new Rtt(micros, micros, micros, 0, Long.MAX_VALUE);
    }
}
