package dev.edgewise.scheduler.plugins.spread;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HardSpreadTest {
    private static final int KEYS = 40;
    private static final String NO_LABEL =
            "node(s) didn't match pod topology spread constraints (missing required label)";

    private final ClusterState state = new ClusterState(new TestClock());
    private final Pod pod = pod("p").label("app", "web").build();
    /** Number of selectors of each walk over the pods. */
    private final List<Integer> walks = new ArrayList<>();

    @BeforeEach
    void twoNodes() {
        for (String name : List.of("n1", "n2")) {
            TestNodes.Builder node = node(name);
            IntStream.range(0, KEYS).forEach(key -> node.label("k" + key, name));
            state.putNode(node.build());
        }
        state.putPod(pod("q").label("app", "web").on("n1").build());
    }

    @Test
    void aLabelThatNoNodeHasRejectsAllAndCountsNothing() {
        List<SpreadConstraint> constraints = new ArrayList<>(List.of(constraint("k0", "absent")));
        IntStream.range(0, 1_000).forEach(i -> constraints.add(constraint("no-such-label-" + i, "absent-" + i)));
        PreparedNodeFilter check = check(constraints);
        for (NodeState node : state.snapshot().nodes()) {
            assertThat(check.check(node).reason()).isEqualTo(NO_LABEL);
            assertThat(check.check(node).resolvable()).isFalse();
        }
        assertThat(walks).isEmpty();
    }

    /** The API allows one constraint for each label, with a selector of its own. */
    @Test
    void allSelectorsAreMatchedInOneWalkWhenTheFirstNodeIsAskedAbout() {
        PreparedNodeFilter check = check(IntStream.range(0, KEYS)
                .mapToObj(key -> constraint("k" + key, "absent-" + key))
                .toList());
        assertThat(walks).as("prepared").isEmpty();
        // A pod on n1, none on n2: one more is too many for a skew of 1 on n1 only.
        assertThat(check.check(state.snapshot().nodeOrUnknown("n1"))).isNotNull();
        assertThat(check.check(state.snapshot().nodeOrUnknown("n2"))).isNull();
        assertThat(walks).containsExactly(KEYS);
    }

    @Test
    void aPodMoreCountsWhetherPodsWereCountedBeforeOrNot() {
        PreparedNodeFilter check = check(List.of(constraint("k0", "absent")));
        NodeState second = state.snapshot().nodeOrUnknown("n2");
        check.added(pod("r").label("app", "web").on("n2").build(), second.node());
        check.added(pod("s").label("app", "web").on("n2").build(), second.node());
        // One on n1, two on n2.
        assertThat(check.check(second)).isNotNull();
        assertThat(check.check(state.snapshot().nodeOrUnknown("n1"))).isNull();
    }

    @Test
    void softConstraintsOverAnAbsentLabelCountNothingEither() {
        List<SpreadConstraint> constraints = List.of(constraint("k0", "absent"), constraint("none", "absent"));
        long[] crowding = new SkewScores(pod, state.snapshot(), constraints, true, counting(constraints))
                .of(state.snapshot().nodes());
        assertThat(Arrays.stream(crowding)).containsOnly(SkewScores.IGNORED);
        assertThat(walks).isEmpty();
        List<SpreadConstraint> known = List.of(constraint("k0", "absent"), constraint("k1", "missing"));
        // k0: 1 pod × ln(2 domains + 2) = 1.39, k1 the same: 2.77, rounded 3.
        assertThat(new SkewScores(pod, state.snapshot(), known, true, counting(known))
                        .of(state.snapshot().nodes()))
                .containsExactly(3, 0);
        assertThat(walks).containsExactly(2);
    }

    private PreparedNodeFilter check(List<SpreadConstraint> constraints) {
        return HardSpread.check(constraints, pod, state.snapshot(), counting(constraints));
    }

    private MatchingPodsPerNode counting(List<SpreadConstraint> constraints) {
        Snapshot snapshot = state.snapshot();
        return new MatchingPodsPerNode(constraints, selectors -> {
            walks.add(selectors.size());
            return snapshot.countsOf(pod.namespace(), selectors);
        });
    }

    /** Returns a constraint over pods without that label. */
    private static SpreadConstraint constraint(String topologyKey, String absent) {
        Requirement requirement = new Requirement(absent, Requirement.Operator.DOES_NOT_EXIST, List.of());
        return new SpreadConstraint(1, topologyKey, true, LabelSelector.of(List.of(requirement)), 1, false, false);
    }
}
