package dev.edgewise.rewards.learning.state;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.rewards.estimates.OutcomeDecay;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The type counts the nodes that are closed to it, whatever closes and opens them. */
class PodTypeNodeStateTest {
    private static final long NOW = at(0).toEpochMilli();
    private static final String WEB = "ns.web";

    private final LearnerState state = new LearnerState(LearnerSettings.DEFAULT);
    private PodTypeNodeState first;
    private PodTypeNodeState second;

    @BeforeEach
    void twoNodesAreClosed() {
        state.nodeHeard(NodeFacts.ready("n1"), NOW);
        state.nodeHeard(NodeFacts.ready("n2"), NOW);
        first = closed("n1");
        second = closed("n2");
        assertThat(closedNodes()).isEqualTo(2);
    }

    private PodTypeNodeState closed(String node) {
        PodTypeNodeState on = state.typeNode(WEB, node, NOW);
        on.change(on.quarantine().closed(NOW, NOW + 60_000), NOW);
        return on;
    }

    private int closedNodes() {
        return first.type().closedNodes();
    }

    @Test
    void probationAndFurtherQuarantinesCountOnce() {
        first.change(first.quarantine().onProbation(NOW + 1), NOW + 1);
        assertThat(closedNodes()).isEqualTo(2);
        first.change(first.quarantine().closed(NOW + 2, NOW + 9), NOW + 2);
        assertThat(closedNodes()).isEqualTo(2);
        assertThat(first.type().closingsSince(NOW)).isEqualTo(2);
        assertThat(first.trialFailedAt()).isEqualTo(NOW + 2);
        first.change(QuarantineState.open(NOW + 3), NOW + 3);
        assertThat(closedNodes()).isEqualTo(1);
    }

    @Test
    void forgottenNodesAreOpen() {
        state.forget(first, NOW);
        assertThat(first.quarantine().isOpen()).isTrue();
        assertThat(closedNodes()).isEqualTo(1);
        state.forget(first, NOW);
        assertThat(closedNodes()).isEqualTo(1);
    }

    @Test
    void deletedNodesAreOpen() {
        first.openDeletedNode(NOW);
        assertThat(closedNodes()).isEqualTo(1);
    }

    @Test
    void removedNodesDoNotCount() {
        state.remove(first);
        assertThat(closedNodes()).isEqualTo(1);
        assertThat(state.has(first)).isFalse();
        state.remove(second);
        assertThat(closedNodes()).isZero();
        assertThat(state.type(WEB)).isNull();
    }

    @Test
    void restoredNodesCountOnce() {
        PodTypeNodeLedger closed = first.write();
        state.restore(WEB, "n1", closed, NOW);
        assertThat(closedNodes()).isEqualTo(2);
        state.restore(WEB, "n3", closed, NOW);
        assertThat(closedNodes()).isEqualTo(3);
        PodTypeNodeLedger open = new PodTypeNodeLedger(
                0, 0, NOW, 0, QuarantineState.open(NOW), null, Map.of(), 0, List.of(), List.of(), List.of());
        state.restore(WEB, "n3", open, NOW);
        assertThat(closedNodes()).isEqualTo(2);
    }

    /** The sums of the type are those of its nodes, also after one of them is removed. */
    @Test
    void theShareOfARemovedNodeLeavesTheTypesSums() {
        OutcomeDecay decay = state.decay();
        first.addHealthyTime(0.5, NOW);
        second.addHealthyTime(0.25, NOW);
        first.renewShare(decay, NOW);
        second.renewShare(decay, NOW);
        // Half and a quarter of an outcome, all of it good.
        assertThat(first.type().sums()).isEqualTo(new OutcomeSums(0.75, 0.75));
        state.remove(first);
        assertThat(second.type().sums()).isEqualTo(new OutcomeSums(0.25, 0.25));
        // A second look at the same outcomes adds nothing.
        assertThat(second.renewShare(decay, NOW)).isZero();
        assertThat(second.type().sums()).isEqualTo(new OutcomeSums(0.25, 0.25));
    }

    /** An evaluation that was brought forward leaves its old entry behind, which does not count. */
    @Test
    void anEvaluationIsDueOnce() {
        while (state.nextDue(NOW) != null) {}
        state.evaluateBy(first, NOW + 20);
        state.evaluateBy(first, NOW + 10);
        state.evaluateBy(first, NOW + 30);
        assertThat(state.nextDue(NOW + 9)).isNull();
        assertThat(state.nextDue(NOW + 40)).isSameAs(first);
        assertThat(state.nextDue(NOW + 40)).isNull();
    }
}
