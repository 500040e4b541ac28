package dev.edgewise.rewards.learning.view;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorstNodesTest {
    private static final String WEB = "ns.web";

    private static Reward reward(double value, QuarantineStatus state) {
        return new Reward(value, 1, 0.5, state, at(0), new ObservationMetadata(at(0), "test", Duration.ofMinutes(1)));
    }

    private static List<String> worst(int most, Map<String, Optional<Reward>> rewards) {
        List<Map.Entry<String, Optional<Reward>>> nodes = new ArrayList<>(rewards.entrySet());
        Collections.shuffle(nodes, new Random(7));
        return WorstNodes.of(nodes.stream(), most, reward -> reward.orElse(null)).stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void closedNodesComeFirstThenLowValuesThenNames() {
        Map<String, Optional<Reward>> rewards = Map.of(
                "open-low", Optional.of(reward(0.1, QuarantineStatus.OPEN)),
                "closed", Optional.of(reward(0.9, QuarantineStatus.QUARANTINED)),
                "trial", Optional.of(reward(0.3, QuarantineStatus.PROBATION)),
                "b", Optional.of(reward(0.5, QuarantineStatus.OPEN)),
                "a", Optional.of(reward(0.5, QuarantineStatus.OPEN)),
                "unknown", Optional.empty(),
                "best", Optional.of(reward(1, QuarantineStatus.OPEN)));

        assertThat(worst(4, rewards)).containsExactly("trial", "closed", "open-low", "a");
        assertThat(worst(1, rewards)).containsExactly("trial");
        assertThat(worst(60, rewards)).containsExactly("trial", "closed", "open-low", "a", "b", "best");
        assertThat(worst(60, Map.of())).isEmpty();
    }

    @Test
    void aTypeShowsWhereItFails() {
        RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
        IntStream.rangeClosed(1, 10).forEach(node -> learner.node(NodeFacts.ready("n" + node), at(0)));
        IntStream.of(5, 2, 4, 3).forEach(node -> learner.pod(running("good" + node, WEB, "n" + node, -9_999), at(0)));
        learner.pod(pod("a", WEB, "n1", "Failed", ends(0, crash(0, 10))), at(10));
        assertThat(learner.worst(WEB, 2, at(10))).as("before the first step").isEmpty();
        learner.step(at(10));

        assertThat(learner.worst(WEB, 2, at(10)))
                .extracting(PodTypeNodeView::node)
                .containsExactly("n1", "n2");
        assertThat(learner.worst(WEB, 2, at(10)).get(0))
                .isEqualTo(learner.nodes(WEB, "", 1, at(10)).get(0));
        assertThat(learner.worst(WEB, 60, at(10)))
                .extracting(PodTypeNodeView::node)
                .containsExactly("n1", "n2", "n3", "n4", "n5");
        assertThat(learner.worst("ns.none", 2, at(10))).isEmpty();
    }
}
