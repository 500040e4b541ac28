package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.disrupted;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Callers that may create a pod may name any node for it. */
class UnknownNodesTest {
    private static final String WEB = "ns.web";

    private final List<String> refused = new ArrayList<>();
    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT, refused::add);

    UnknownNodesTest() {
        learner.node(NodeFacts.ready("n1"), at(0));
    }

    private long failures(String node) {
        return learner.typeNode(WEB, node, at(0)).map(PodTypeNodeView::failures).orElse(0L);
    }

    @Test
    void aPodOnANodeThatDoesNotExistTakesNoPlace() {
        learner.pod(running("p", WEB, "made-up", 0), at(0));
        LearnerChanges changes = learner.step(at(1));
        assertThat(changes.rewards()).doesNotContainKey(RewardRowNames.NODES);
        assertThat(learner.type(WEB, at(1))).isEmpty();
        assertThat(refused).isEmpty();

        learner.node(NodeFacts.ready("made-up"), at(2));
        learner.pod(running("p", WEB, "made-up", 0), at(2));
        assertThat(learner.step(at(2)).rewards().get(RewardRowNames.NODES)).containsOnlyKeys("made-up");
        assertThat(learner.typeNode(WEB, "made-up", at(2)).orElseThrow().runs()).isEqualTo(1);
    }

    @Test
    void whatRunsOnANodeThatIsDeletedGoesOnToCount() {
        learner.pod(running("p", WEB, "n1", 0), at(0));
        learner.step(at(1));
        learner.nodeGone("n1");
        learner.pod(disrupted(running("p", WEB, "n1", 0), Names.NODE_FAILED_REASON), at(2));
        learner.podGone("p", at(3));
        assertThat(learner.step(at(3))
                        .ledgers()
                        .get(WEB)
                        .get("n1")
                        .orElseThrow()
                        .outcomes())
                .extracting(RecordedOutcome::cause)
                .containsExactly(OutcomeCause.NODE_LOST);
    }

    @Test
    void whatIsKnownOfANodeThatIsGoneIsAddedTo() {
        learner.pod(pod("p", WEB, "n1", "Failed", ends(1, crash(0, 1))), at(2));
        PodTypeNodeLedger ledger =
                learner.step(at(3)).ledgers().get(WEB).get("n1").orElseThrow();
        RewardLearner next = new RewardLearner(LearnerSettings.DEFAULT);
        next.restore(WEB, "n1", ledger, at(4));
        next.pod(pod("q", WEB, "n1", "Failed", ends(1, crash(0, 2))), at(4));
        assertThat(next.typeNode(WEB, "n1", at(4)).orElseThrow().failures()).isEqualTo(2);
        assertThat(failures("n1")).isEqualTo(1);
    }
}
