package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.TestPods.at;
import static dev.edgewise.rewards.learning.TestPods.crash;
import static dev.edgewise.rewards.learning.TestPods.ends;
import static dev.edgewise.rewards.learning.TestPods.pod;
import static dev.edgewise.rewards.learning.TestPods.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.common.web.InvalidInputException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How far what is known grows, and how long it stays. */
class LimitsTest {
    private static final String WEB = "ns.web";

    private static RewardLearner learner(int types, QuarantineSettings quarantine, Duration collectAfter) {
        return new RewardLearner(new LearnerSettings(
                Duration.ofMinutes(5),
                Duration.ofMinutes(10),
                Map.of(),
                quarantine,
                new LearnerSettings.Limits(types, 20, collectAfter),
                Duration.ofMinutes(5),
                2,
                Duration.ofMinutes(30)));
    }

    private static RewardLearner nodes(int types, int nodes) {
        RewardLearner learner = learner(types, QuarantineSettings.DEFAULT, Duration.ofHours(1));
        for (int i = 0; i < nodes; i++) {
            learner.node(NodeFacts.ready("n" + i), at(0));
        }
        return learner;
    }

    /** One pod of each type on each node. */
    private static void run(RewardLearner learner, int types, int nodes) {
        for (int type = 0; type < types; type++) {
            for (int node = 0; node < nodes; node++) {
                learner.pod(running("p" + type + "-" + node, "ns.t" + type, "n" + node, 0), at(0));
            }
        }
    }

    private static void steps(RewardLearner learner, long at) {
        boolean isMore = true;
        while (isMore) {
            isMore = learner.step(at(at)).isMore();
        }
    }

    private static int cells(RewardLearner learner) {
        return learner.types("", 1_000, at(0)).stream()
                .filter(type -> type.type().startsWith("ns."))
                .mapToInt(TypeView::nodes)
                .sum();
    }

    @Test
    void aNamespaceHasOnlySoManyNodesOfAllTypes() {
        RewardLearner small = nodes(30, 101);
        run(small, 30, 101);
        small.pod(running("q", "other.t", "n100", 0), at(0));
        assertThat(cells(small)).isEqualTo(30 * 100);
        assertThat(small.cell("ns.t29", "n100", at(0))).isEmpty();
        assertThat(small.cell("other.t", "n100", at(0))).isPresent();
        assertThatThrownBy(() -> small.pin("ns.t29", "n100", 0.0, null, at(0)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("node is n100");

        // What is collected makes room.
        steps(small, 1);
        small.podGone("p0-0", at(1));
        steps(small, 9_999);
        steps(small, 19_999);
        small.pin("ns.t29", "n100", 0.0, null, at(19_999));
        assertThat(small.cell("ns.t29", "n100", at(19_999))).isPresent();
    }

    @Test
    void twentyTypesOfANamespaceMayRunOnAllNodesOfALargeCluster() {
        RewardLearner large = nodes(22, 200);
        run(large, 22, 200);
        assertThat(cells(large)).isEqualTo(20 * 200);
    }

    @Test
    void aQuarantineThatLastsLongerThanWhatVanishedIsKeptHolds() {
        QuarantineSettings long2h = new QuarantineSettings(
                0.3, 0.6, Duration.ofHours(2), Duration.ofHours(2), Duration.ofMinutes(2), 0.2, 5, Duration.ofHours(1));
        RewardLearner learner = learner(500, long2h, Duration.ofMinutes(1));
        for (int node = 1; node <= 10; node++) {
            learner.node(NodeFacts.ready("n" + node), at(0));
            learner.pod(running("good" + node, WEB, "n" + node, -9_999), at(0));
        }
        learner.podGone("good1", at(0));
        learner.step(at(1));
        for (String uid : new String[] {"a", "b", "c"}) {
            learner.pod(pod(uid, WEB, "n1", "Failed", ends(0, crash(30, 40))), at(40));
            learner.podGone(uid, at(40));
        }
        for (int second = 40; second < 7_200; second += 60) {
            learner.step(at(second));
            assertThat(learner.cell(WEB, "n1", at(second)))
                    .hasValueSatisfying(
                            cell -> assertThat(cell.reward().state()).isEqualTo(RewardState.QUARANTINED));
        }
    }
}
