package dev.edgewise.rewards.learning.rounds;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Evaluations that are due together are done in parts, between which other callers may use the learner. */
class EvaluationLoopTest {
    private static final int NODES = 2 * EvaluationLoop.AT_ONCE + 1;

    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
    private final Map<String, Map<String, Optional<Reward>>> rewards = new HashMap<>();

    EvaluationLoopTest() {
        for (int node = 0; node < NODES; node++) {
            learner.node(NodeFacts.ready("n" + node), at(0));
            learner.pod(running("p" + node, "ns.web", "n" + node, -9_999), at(0));
        }
    }

    private boolean step(long now) {
        LearnerChanges changes = learner.step(at(now));
        changes.rewards().forEach((row, fields) -> rewards.computeIfAbsent(row, none -> new HashMap<>())
                .putAll(fields));
        return changes.hasMore();
    }

    @Test
    void manyStepsTellAllOfIt() {
        assertThat(step(1)).isTrue();
        assertThat(rewards.get("pods:ns.web")).hasSize(EvaluationLoop.AT_ONCE);
        assertThat(step(2)).isTrue();
        assertThat(step(3)).isFalse();
        // With the type over all nodes, and each node over all types.
        assertThat(rewards.get("pods:ns.web")).hasSize(NODES + 1);
        assertThat(rewards.get("nodes")).hasSize(NODES);
        assertThat(learner.rewards().get("pods:ns.web")).hasSize(NODES + 1).allSatisfy((field, reward) -> assertThat(
                        rewards.get("pods:ns.web").get(field).orElseThrow())
                .isSameAs(reward));
        rewards.clear();
        assertThat(step(3)).isFalse();
        assertThat(rewards).isEmpty();
    }

    @Test
    void whatHappensMeanwhileIsOfTheNextRound() {
        step(1);
        learner.pod(pod("fails", "ns.web", "n0", "Failed", ends(0, crash(0, 1))), at(1));
        learner.podGone("p" + (NODES - 1), at(1));
        assertThat(step(2)).isTrue();
        assertThat(step(2)).isFalse();
        rewards.clear();
        assertThat(step(2)).isFalse();
        assertThat(rewards.get("pods:ns.web")).containsKey("n0");
    }

    @Test
    void theFirstPartGoesByWhatTheLastOneSays() {
        for (int node = 0; node < NODES; node++) {
            learner.pod(running("q" + node, "other.web", "n" + node, -9_999), at(0));
        }
        step(1);
        String row = rewards.containsKey("pods:ns.web") ? "pods:ns.web" : "pods:other.web";
        // Two types say that the node is good, of which a namespace leaves out none.
        rewards.get(row)
                .forEach((node, reward) ->
                        assertThat(reward.orElseThrow().value()).isGreaterThan(0.9));
    }
}
