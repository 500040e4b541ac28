package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static dev.edgewise.rewards.learning.facts.TestPods.runs;
import static dev.edgewise.rewards.learning.facts.TestPods.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks of nodes are ahead or behind: what is learned is the same. */
class NodeClocksTest {
    private static final String WEB = "ns.web";

    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);

    NodeClocksTest() {
        IntStream.rangeClosed(1, 10).forEach(node -> learner.node(NodeFacts.ready("n" + node), at(0)));
        IntStream.rangeClosed(2, 5)
                .forEach(node -> learner.pod(running("good" + node, WEB, "n" + node, -9_999), at(0)));
        learner.step(at(0));
    }

    /** A leader whose clock was an hour ahead wrote what another one reads. */
    @Test
    void aClockThatWasSetBackHidesNothing() {
        learner.pod(pod("a", WEB, "n1", "Failed", ends(0, crash(3_600, 3_610))), at(3_610));
        learner.pod(pod("b", WEB, "n1", "Failed", ends(0, crash(3_620, 3_630))), at(3_630));
        PodTypeNodeLedger ahead =
                learner.step(at(3_640)).ledgers().get(WEB).get("n1").orElseThrow();
        assertThat(ahead.quarantine().until()).isGreaterThan(at(3_640).toEpochMilli());

        RewardLearner next = new RewardLearner(LearnerSettings.DEFAULT);
        IntStream.rangeClosed(1, 10).forEach(node -> next.node(NodeFacts.ready("n" + node), at(0)));
        next.restore(WEB, "n1", ahead, at(10));
        next.step(at(10));
        PodTypeNodeView closed = next.typeNode(WEB, "n1", at(10)).orElseThrow();
        assertThat(closed.reward().state()).isEqualTo(QuarantineStatus.QUARANTINED);
        assertThat(closed.until()).isBefore(at(10 + 301));
        next.pod(running("c", WEB, "n1", 20), at(20));
        next.step(at(320));
        assertThat(next.typeNode(WEB, "n1", at(320)).orElseThrow().reward().state())
                .isEqualTo(QuarantineStatus.OPEN);
    }

    private PodTypeNodeView cell(long now) {
        learner.step(at(now));
        return learner.typeNode(WEB, "n1", at(now)).orElseThrow();
    }

    /** A pod begins to run and crashes, by a clock that is ahead, and stays shown for a while. */
    private void crashes(String uid, long from, long to, long ahead) {
        learner.pod(pod(uid, WEB, "n1", "Pending"), at(from - 1));
        learner.pod(pod(uid, WEB, "n1", "Running", runs(0, from + ahead, null)), at(from));
        for (int again = 0; again < 5; again++) {
            learner.pod(
                    pod(uid, WEB, "n1", "Running", waits(0, "CrashLoopBackOff", crash(from + ahead, to + ahead))),
                    at(to + again));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-7_200, -150, -2, 0, 2, 150, 7_200})
    void aCrashCountsOnceWithItsTime(long ahead) {
        crashes("a", 10, 70, ahead);

        PodTypeNodeView cell = cell(80);
        assertThat(cell.failures()).isEqualTo(1);
        // 1 and 60 s of 600 s: (1 - 2^(-1/5)) / (2 ln 2) = 0.0934, both decayed for 10 s.
        assertThat(cell.reward().samples()).isCloseTo(1.0934 * Math.pow(2, -10.0 / 300), within(1e-3));
        assertThat(cell.outcomes()).singleElement().satisfies(outcome -> assertThat(outcome.at())
                .isEqualTo(at(70)));
    }

    @ParameterizedTest
    @ValueSource(longs = {-7_200, -150, 0, 150, 7_200})
    void aNodeIsClosedAndHealsByLivesAsLongAsTheyWere(long ahead) {
        crashes("a", 10, 20, ahead);
        crashes("b", 30, 40, ahead);
        assertThat(cell(50).reward().state()).isEqualTo(QuarantineStatus.QUARANTINED);

        // The kubelet starts it again after a while in which it reported nothing.
        learner.pod(pod("b", WEB, "n1", "Running", runs(1, 160 + ahead, crash(30 + ahead, 40 + ahead))), at(160));
        assertThat(cell(270).reward().state()).isNotEqualTo(QuarantineStatus.OPEN);
        assertThat(cell(281).reward().state()).isEqualTo(QuarantineStatus.OPEN);
    }

    @ParameterizedTest
    @ValueSource(longs = {-7_200, 0, 7_200})
    void aTrialThatFailsClosesTheNodeAgain(long ahead) {
        crashes("a", 10, 20, ahead);
        crashes("b", 30, 40, ahead);
        assertThat(cell(50).reward().state()).isEqualTo(QuarantineStatus.QUARANTINED);
        assertThat(cell(110).reward().state()).isEqualTo(QuarantineStatus.PROBATION);

        crashes("c", 112, 122, ahead);
        assertThat(cell(127).reward().state()).isEqualTo(QuarantineStatus.QUARANTINED);
    }

    @Test
    void whatTheApiShowedBeforeTheProcessBeganIsAsOldAsItsNodeSays() {
        learner.pod(pod("a", WEB, "n1", "Running", waits(0, "CrashLoopBackOff", crash(0, 10))), at(310));

        assertThat(cell(310).outcomes().get(0).at()).isEqualTo(at(10));
        assertThat(cell(310).reward().samples()).isCloseTo(1.0165 / 2, within(1e-3));
    }
}
