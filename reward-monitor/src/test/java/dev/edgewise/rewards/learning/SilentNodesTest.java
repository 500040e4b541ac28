package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static dev.edgewise.rewards.learning.facts.TestPods.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The statuses of pods on a node that does not answer still show that these run. */
class SilentNodesTest {
    private static final String WEB = "ns.web";

    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);

    SilentNodesTest() {
        IntStream.rangeClosed(1, 10).forEach(node -> learner.node(NodeFacts.ready("n" + node), at(0)));
        IntStream.rangeClosed(2, 5)
                .forEach(node -> learner.pod(running("good" + node, WEB, "n" + node, -9_999), at(0)));
        learner.step(at(1));
    }

    private void silent(long since) {
        learner.node(new NodeFacts("n1", at(since)), at(since));
    }

    private void ready(long now) {
        learner.node(NodeFacts.ready("n1"), at(now));
    }

    private PodTypeNodeView cell(long now) {
        learner.step(at(now));
        return learner.typeNode(WEB, "n1", at(now)).orElseThrow();
    }

    /**
     * Closed by two failures within 40 s, with a pod that runs from second 45 on: without silence, it is open at 165.
     */
    private void failsAndRestarts() {
        learner.pod(pod("a", WEB, "n1", "Failed", ends(0, crash(0, 10))), at(10));
        learner.pod(pod("b", WEB, "n1", "Failed", ends(0, crash(30, 40))), at(40));
        learner.step(at(40));
        learner.pod(pod("c", WEB, "n1", "Running", runs(0, 45, null)), at(45));
    }

    @Test
    void aNodeThatIsOffDoesNotHeal() {
        failsAndRestarts();
        silent(50);
        assertThat(cell(400).reward().state()).isNotEqualTo(QuarantineStatus.OPEN);
    }

    @Test
    void whatRanOnWhileItsNodeWasSilentWasHealthyOnceItsKubeletSpoke() {
        failsAndRestarts();
        silent(50);
        ready(200);
        assertThat(cell(229).reward().state()).isNotEqualTo(QuarantineStatus.OPEN);
        assertThat(cell(230).reward().state()).isEqualTo(QuarantineStatus.OPEN);
    }

    @Test
    void whatDiedMeanwhileWasNot() {
        failsAndRestarts();
        silent(50);
        ready(200);
        learner.pod(pod("c", WEB, "n1", "Running", runs(1, 202, crash(45, 52))), at(203));
        assertThat(cell(240).reward().state()).isNotEqualTo(QuarantineStatus.OPEN);
        assertThat(cell(240).failures()).isEqualTo(3);
    }

    @Test
    void aNodeThatIsOffMostOfTheTimeLearnsOfTheRestOnly() {
        learner.pod(running("a", WEB, "n1", 0), at(0));
        for (int minute = 0; minute < 30; minute += 5) {
            ready(60 * minute);
            silent(60 * minute + 31);
        }
        double seen = cell(60 * 25 + 31).reward().samples();
        assertThat(cell(60 * 30).reward().samples()).isLessThan(seen);
    }

    @Test
    void aPodThatIsRemovedWhileItsNodeIsSilentWasHealthyUntilThen() {
        learner.pod(running("a", WEB, "n1", 0), at(0));
        silent(60);
        learner.podGone("a", at(3_000));
        // 60 s of 600 s, ten half-lives ago.
        assertThat(cell(3_060).reward().samples()).isCloseTo(0, within(1e-3));
    }

    /** A kubelet says by its own clock since when its node is not ready. */
    @Test
    void aNodeWhoseClockIsBehindWasReadyUntilAMinuteAgo() {
        learner.pod(running("a", WEB, "n1", 0), at(0));
        double before = cell(3_600).reward().samples();
        learner.node(new NodeFacts("n1", at(-100_000)), at(3_600));
        assertThat(cell(3_600).reward().samples()).isCloseTo(before, within(0.1));
    }

    @Test
    void aLearnerThatBeginsWhileANodeIsSilentGoesByWhenThatBegan() {
        learner.node(new NodeFacts("n11", at(60)), at(3_000));
        learner.pod(running("a", WEB, "n11", 0), at(3_000));
        learner.step(at(3_000));
        assertThat(learner.typeNode(WEB, "n11", at(3_000))
                        .orElseThrow()
                        .reward()
                        .samples())
                .isCloseTo(0, within(1e-3));
    }
}
