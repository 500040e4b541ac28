package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PushedOutcome;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import dev.edgewise.rewards.learning.view.PodTypeView;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Duration;
import java.util.HashMap;
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
        boolean hasMore = true;
        while (hasMore) {
            hasMore = learner.step(at(at)).hasMore();
        }
    }

    private static int cells(RewardLearner learner) {
        return learner.types("", 1_000, at(0)).stream()
                .filter(type -> type.type().startsWith("ns."))
                .mapToInt(PodTypeView::nodes)
                .sum();
    }

    /** A new process reads what was written before it knows any node. */
    @Test
    void whatWasWrittenIsKeptHoweverFewNodesAreKnownYet() {
        RewardLearner before = nodes(1, 1);
        before.pod(pod("p", "ns.t0", "n0", "Failed", ends(1, crash(0, 1))), at(2));
        PodTypeNodeLedger written =
                before.step(at(3)).ledgers().get("ns.t0").get("n0").orElseThrow();
        RewardLearner next = learner(1, QuarantineSettings.DEFAULT, Duration.ofHours(1));
        for (int type = 0; type < 30; type++) {
            for (int node = 0; node < 100; node++) {
                next.restore("ns.t" + type, "n" + node, written, at(2));
            }
        }
        assertThat(cells(next)).isEqualTo(30 * 100);
    }

    @Test
    void aNamespaceHasOnlySoManyNodesOfAllTypes() {
        RewardLearner small = nodes(30, 101);
        run(small, 30, 101);
        small.pod(running("q", "other.t", "n100", 0), at(0));
        assertThat(cells(small)).isEqualTo(30 * 100);
        assertThat(small.typeNode("ns.t29", "n100", at(0))).isEmpty();
        assertThat(small.typeNode("other.t", "n100", at(0))).isPresent();
        assertThatThrownBy(() -> small.pin("ns.t29", "n100", 0.0, null, at(0)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("node is n100");

        // Types that were collected leave room for others.
        steps(small, 1);
        small.podGone("p0-0", at(1));
        steps(small, 9_999);
        steps(small, 19_999);
        small.pin("ns.t29", "n100", 0.0, null, at(19_999));
        assertThat(small.typeNode("ns.t29", "n100", at(19_999))).isPresent();
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
            assertThat(learner.typeNode(WEB, "n1", at(second)))
                    .hasValueSatisfying(
                            cell -> assertThat(cell.reward().state()).isEqualTo(QuarantineStatus.QUARANTINED));
        }
    }

    private static boolean push(RewardLearner learner, String pod, int key, long at) {
        return learner.push(
                new PushedOutcome(pod, "k" + key, "ns.t0", "n0", 0.9, OutcomeCause.PUSHED, "", at(at)), at(at));
    }

    /** 100 pods that report each 10 s. */
    @Test
    void aReportThatIsRepeatedDoesNotCountHoweverManyPodsReport() {
        RewardLearner learner = nodes(500, 1);
        run(learner, 1, 1);
        for (int second = 0; second < 50; second++) {
            for (int pod = 0; pod < 10; pod++) {
                assertThat(push(learner, "p" + second % 10 + pod, second / 10, second))
                        .isTrue();
            }
        }
        assertThat(push(learner, "p00", 0, 50)).isFalse();
        assertThat(push(learner, "p00", 0, 9 + 600)).isTrue();
    }

    @Test
    void keysOfAllTogetherAreBoundedAndThoseOfQueriesAreNotKept() {
        RewardLearner learner = nodes(500, 1_000);
        run(learner, 20, 1_000);
        for (int key = 0; key < 100; key++) {
            push(learner, "p", key, 1);
            learner.push(new PushedOutcome("q" + key, "", "ns.t0", "n0", 0.9, OutcomeCause.QUERY, "", at(1)), at(1));
        }
        // 500,000 for 20,000 types on nodes.
        PodTypeNodeLedger ledger = ledgers(learner, 1).get("ns.t0").get("n0");
        assertThat(ledger.keys())
                .hasSize(25)
                .last()
                .extracting(PodTypeNodeLedger.Key::at)
                .isEqualTo(at(1).toEpochMilli());
        assertThat(push(learner, "p", 99, 1)).isFalse();
        assertThat(push(learner, "p", 1, 1)).isTrue();
    }

    /** Returns all ledgers that must be written now. */
    private static Map<String, Map<String, PodTypeNodeLedger>> ledgers(RewardLearner learner, long at) {
        Map<String, Map<String, PodTypeNodeLedger>> all = new HashMap<>();
        boolean hasMore = true;
        while (hasMore) {
            LearnerChanges changes = learner.step(at(at));
            changes.ledgers()
                    .forEach((type, nodes) -> nodes.forEach((node, ledger) ->
                            all.computeIfAbsent(type, none -> new HashMap<>()).put(node, ledger.orElseThrow())));
            hasMore = changes.hasMore();
        }
        return all;
    }

    @Test
    void whereAllFailsTheLatestTypesOnNodesShowAllTheirOutcomesAndTheOthersOne() {
        int nodes = 5_000 + 1;
        RewardLearner learner = nodes(500, nodes);
        for (int node = 0; node < nodes; node++) {
            for (int run = 0; run < 3; run++) {
                String uid = node + "-" + run;
                learner.pod(pod(uid, WEB, "n" + node, "Failed", ends(0, crash(run, run + 1))), at(10));
            }
        }
        assertThat(outcomes(learner, 0)).isEqualTo(1);
        assertThat(outcomes(learner, 1)).isEqualTo(3);
        assertThat(outcomes(learner, nodes - 1)).isEqualTo(3);
        Map<String, PodTypeNodeLedger> ledgers = ledgers(learner, 10).get(WEB);
        assertThat(ledgers.get("n0").outcomes()).hasSize(1);
        assertThat(ledgers.get("n0").failures()).isEqualTo(3);
        assertThat(ledgers.get("n1").outcomes().get(0).detail())
                .as("words are kept once")
                .isSameAs(ledgers.get("n2").outcomes().get(0).detail());
    }

    private static int outcomes(RewardLearner learner, int node) {
        return learner.typeNode(WEB, "n" + node, at(10))
                .orElseThrow()
                .outcomes()
                .size();
    }
}
