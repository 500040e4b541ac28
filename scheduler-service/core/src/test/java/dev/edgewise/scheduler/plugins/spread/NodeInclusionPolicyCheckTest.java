package dev.edgewise.scheduler.plugins.spread;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeInclusionPolicyCheckTest {
    private static final int KEYS = 24;

    private final List<String> accepted = new ArrayList<>();
    private final List<String> tolerated = new ArrayList<>();
    private final NodeInclusionPolicyCheck included =
            new NodeInclusionPolicyCheck(node -> judged(node, accepted), node -> judged(node, tolerated));

    /** A pod may have a constraint for each label that all nodes have. */
    @Test
    void eachPolicyJudgesANodeOnceHoweverManyConstraintsHaveIt() {
        ClusterState state = new ClusterState(new TestClock());
        for (int i = 0; i < 10; i++) {
            TestNodes.Builder node = node("n" + i);
            IntStream.range(0, KEYS).forEach(key -> node.label("k" + key, "v"));
            state.putNode(node.build());
        }
        Snapshot snapshot = state.snapshot();
        for (int key = 0; key < KEYS; key++) {
            SpreadConstraint constraint = constraint("k" + key, true, true);
            Pod pod = pod("p").build();
            MatchingPodsPerNode matching = MatchingPodsPerNode.of(List.of(constraint), pod, snapshot);
            DomainCounts counts = new DomainCounts(
                    constraint,
                    pod,
                    new ConstraintMatchingPodCounts(constraint.selector(), pod, snapshot, matching),
                    included);
            snapshot.nodes().forEach(counts::add);
        }
        assertThat(accepted).hasSize(10).doesNotHaveDuplicates();
        assertThat(tolerated).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void aPolicyThatIsIgnoredIsNotAsked() {
        assertThat(included.includes(constraint("k", false, false), node("n1").build()))
                .isTrue();
        assertThat(accepted).isEmpty();
        assertThat(tolerated).isEmpty();
    }

    @Test
    void aNodeThatIsRefusedStaysOut() {
        NodeInclusionPolicyCheck none = new NodeInclusionPolicyCheck(node -> false, node -> true);
        Node node = node("n1").build();
        assertThat(none.includes(constraint("k", true, false), node)).isFalse();
        assertThat(none.includes(constraint("l", true, false), node)).isFalse();
        assertThat(none.includes(constraint("l", false, true), node)).isTrue();
    }

    private static boolean judged(Node node, List<String> asked) {
        return asked.add(node.name());
    }

    private static SpreadConstraint constraint(String key, boolean honourAffinity, boolean honourTaints) {
        return new SpreadConstraint(1, key, true, LabelSelector.NOTHING, 1, honourAffinity, honourTaints);
    }
}
