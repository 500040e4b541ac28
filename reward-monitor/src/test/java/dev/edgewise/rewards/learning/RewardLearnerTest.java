package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.completed;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.running;
import static dev.edgewise.rewards.learning.facts.TestPods.runs;
import static dev.edgewise.rewards.learning.facts.TestPods.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodWarning;
import dev.edgewise.rewards.learning.facts.PushedOutcome;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RewardLearnerTest {
    private static final String WEB = "ns.web";

    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);

    RewardLearnerTest() {
        IntStream.rangeClosed(1, 10).forEach(node -> learner.node(NodeFacts.ready("n" + node), at(0)));
    }

    private void crashes(String uid, String type, String node, long from, long to) {
        learner.pod(pod(uid, type, node, "Failed", ends(0, crash(from, to))), at(to));
    }

    /** Runs well on four nodes, and fails twice within 40 s on the first. */
    private void webFailsOnTheFirst() {
        IntStream.rangeClosed(2, 5)
                .forEach(node -> learner.pod(running("good" + node, WEB, "n" + node, -9_999), at(0)));
        learner.step(at(1));
        crashes("a", WEB, "n1", 0, 10);
        crashes("b", WEB, "n1", 30, 40);
        learner.step(at(40));
    }

    private PodTypeNodeView cell(String type, String node, long now) {
        return learner.typeNode(type, node, at(now)).orElseThrow();
    }

    private QuarantineStatus state(String type, String node, long now) {
        learner.step(at(now));
        return cell(type, node, now).reward().state();
    }

    @Test
    void anEstimateLeansOnThePrior() {
        crashes("a", WEB, "n1", 0, 10);
        Reward reward = cell(WEB, "n1", 10).reward();

        // Weight 1 and 10 s of 600 s, hardly decayed: (1 - 2^(-1/30)) / (ln 2 * 2) = 0.01648; prior 0.5.
        assertThat(reward.samples()).isCloseTo(1.01648, within(1e-4));
        assertThat(reward.value()).isCloseTo((0.01648 + 0.5) / 2.01648, within(1e-4));
        assertThat(reward.confidence()).isCloseTo(1.01648 / 2.01648, within(1e-4));
    }

    @Test
    void aNodeIsClosedTriedAndOpenAgain() {
        webFailsOnTheFirst();
        assertThat(state(WEB, "n1", 41)).isEqualTo(QuarantineStatus.QUARANTINED);
        assertThat(cell(WEB, "n1", 41).until()).isEqualTo(at(100));
        assertThat(state(WEB, "n1", 99)).isEqualTo(QuarantineStatus.QUARANTINED);
        assertThat(state(WEB, "n1", 100)).isEqualTo(QuarantineStatus.PROBATION);

        // A trial that fails: twice as long.
        crashes("c", WEB, "n1", 105, 115);
        assertThat(state(WEB, "n1", 115)).isEqualTo(QuarantineStatus.QUARANTINED);
        assertThat(cell(WEB, "n1", 115).until()).isEqualTo(at(235));
        assertThat(state(WEB, "n1", 235)).isEqualTo(QuarantineStatus.PROBATION);

        // A pod that lives for max(120 s, 3 * 10 s).
        learner.pod(running("d", WEB, "n1", 240), at(241));
        assertThat(state(WEB, "n1", 359)).isEqualTo(QuarantineStatus.PROBATION);
        assertThat(state(WEB, "n1", 360)).isEqualTo(QuarantineStatus.OPEN);
        assertThat(cell(WEB, "n1", 360).reward().value()).isGreaterThan(0.8);
    }

    @Test
    void aPodThatRestartedAndLivesHealsWithoutTrial() {
        webFailsOnTheFirst();
        learner.pod(pod("b", WEB, "n1", "Running", runs(1, 45, crash(30, 40))), at(45));

        assertThat(state(WEB, "n1", 164)).isNotEqualTo(QuarantineStatus.OPEN);
        assertThat(state(WEB, "n1", 165)).isEqualTo(QuarantineStatus.OPEN);
    }

    @Test
    void whatFailsEverywhereClosesFewNodesAndSpeaksAgainstNone() {
        for (int node = 1; node <= 10; node++) {
            learner.pod(running("good" + node, "ns.good", "n" + node, -9_999), at(0));
        }
        for (int round = 0; round < 6; round++) {
            for (int node = 1; node <= 10; node++) {
                crashes("x" + round + "-" + node, "ns.broken", "n" + node, 20 * round, 20 * round + 10);
                learner.step(at(20 * round + 10));
                // 20 % of 10.
                assertThat(learner.type("ns.broken", at(0)).orElseThrow().quarantined())
                        .isLessThanOrEqualTo(2);
            }
        }
        for (int node = 1; node <= 10; node++) {
            assertThat(state("ns.good", "n" + node, 120)).isEqualTo(QuarantineStatus.OPEN);
            assertThat(learner.rewards().get("nodes").get("n" + node).value()).isGreaterThanOrEqualTo(0.5);
        }
    }

    /** Each of these types runs well on four nodes, and fails twice on the first. */
    private void failOnTheFirst(String... types) {
        for (String type : types) {
            IntStream.rangeClosed(2, 5)
                    .forEach(node -> learner.pod(running(type + node, type, "n" + node, -9_999), at(0)));
        }
        learner.step(at(1));
        for (String type : types) {
            crashes(type + "a", type, "n1", 0, 10);
            crashes(type + "b", type, "n1", 30, 40);
        }
        learner.step(at(40));
    }

    @Test
    void oneNamespaceAloneMakesNoNodeBadForOthersAndSeveralDo() {
        failOnTheFirst("evil.a", "evil.b", "evil.c", "evil.d", "evil.e");
        assertThat(learner.rewards().get("nodes").get("n1").value()).isEqualTo(0.5);
        learner.pod(running("x", "shop.x", "n1", 40), at(40));
        learner.step(at(40));
        assertThat(cell("shop.x", "n1", 40).reward().value()).isEqualTo(0.5);

        failOnTheFirst("web.a");
        assertThat(learner.rewards().get("nodes").get("n1").value()).isLessThan(0.4);
        learner.step(at(40));
        assertThat(cell("shop.x", "n1", 40).reward().value()).isLessThan(0.4);
    }

    @Test
    void typesOfANamespaceTakeTurnsAndWaitForNoOther() {
        failOnTheFirst("web.a", "web.b", "web.c", "shop.a");
        learner.step(at(41));
        learner.step(at(100));
        assertThat(IntStream.rangeClosed('a', 'c')
                        .filter(type ->
                                cell("web." + (char) type, "n1", 100).reward().state() == QuarantineStatus.PROBATION))
                .hasSize(1);
        assertThat(cell("shop.a", "n1", 100).reward().state()).isEqualTo(QuarantineStatus.PROBATION);

        // No pod of the type starts: the next type may try.
        for (int second = 101; second < 240; second++) {
            learner.step(at(second));
        }
        assertThat(IntStream.rangeClosed('a', 'c')
                        .filter(type ->
                                cell("web." + (char) type, "n1", 240).reward().state() == QuarantineStatus.PROBATION))
                .hasSize(3);
    }

    @Test
    void aNodeThatVanishedTakesNoPlaceOfThoseThatMayBeClosed() {
        webFailsOnTheFirst();
        learner.nodeGone("n1");
        learner.step(at(41));
        assertThat(learner.type(WEB, at(41)).orElseThrow().quarantined()).isZero();
        assertThat(cell(WEB, "n1", 41).reward().state()).isEqualTo(QuarantineStatus.OPEN);
        learner.podGone("a", at(42));
        learner.podGone("b", at(42));
        learner.step(at(9_999));
        assertThat(learner.type(WEB, at(9_999)).orElseThrow().quarantined()).isZero();
    }

    @Test
    void threeShortJobsThatCompleteHealANode() {
        failOnTheFirst("ns.job");
        state("ns.job", "n1", 41);
        assertThat(state("ns.job", "n1", 100)).isEqualTo(QuarantineStatus.PROBATION);
        learner.pod(completed("c1", "ns.job", "n1", 101, 105), at(105));
        learner.pod(completed("c2", "ns.job", "n1", 106, 110), at(110));
        assertThat(state("ns.job", "n1", 110)).isEqualTo(QuarantineStatus.PROBATION);
        learner.pod(completed("c3", "ns.job", "n1", 111, 115), at(115));
        assertThat(state("ns.job", "n1", 115)).isEqualTo(QuarantineStatus.OPEN);
    }

    @Test
    void aPinnedValueIsNotPublishedAnewWithEachPod() {
        webFailsOnTheFirst();
        learner.pin(WEB, "n2", 0.5, null, at(50));
        learner.step(at(50));
        learner.pod(running("more", WEB, "n2", 60), at(60));
        assertThat(learner.step(at(60)).rewards().getOrDefault("pods:" + WEB, Map.of()))
                .doesNotContainKey("n2");
    }

    @Test
    void aDeletedPodIsNoFailure() {
        learner.pod(running("a", WEB, "n1", 0), at(0));
        learner.podGone("a", at(300));

        PodTypeNodeView cell = cell(WEB, "n1", 300);
        assertThat(cell.failures()).isZero();
        // (1 - 2^-1) / (2 ln 2)
        assertThat(cell.reward().samples()).isCloseTo(0.3607, within(1e-4));
    }

    @Test
    void aPodThatDoesNotStartIsStuckOnce() {
        learner.pod(pod("a", WEB, "n1", "Pending"), at(0));
        learner.step(at(299));
        assertThat(cell(WEB, "n1", 299).failures()).isZero();
        learner.step(at(300));
        learner.step(at(900));
        assertThat(cell(WEB, "n1", 900).outcomes())
                .extracting(RecordedOutcome::cause)
                .containsExactly(OutcomeCause.STUCK);
    }

    @Test
    void aPodWaitsAnewAfterItsInitContainers() {
        learner.pod(pod("a", WEB, "n1", "Pending"), at(4_000));
        learner.step(at(4_299));
        assertThat(cell(WEB, "n1", 4_299).failures()).isZero();
        ContainerFacts init = new ContainerFacts("init", true, 0, "", "", at(4_290), null, null);
        learner.pod(pod("a", WEB, "n1", "Pending", init), at(4_290));
        learner.step(at(8_000));
        assertThat(cell(WEB, "n1", 8_000).failures()).isZero();

        learner.pod(pod("a", WEB, "n1", "Pending", waits(0, "PodInitializing", null)), at(8_000));
        learner.step(at(8_299));
        assertThat(cell(WEB, "n1", 8_299).failures()).isZero();
        learner.step(at(8_300));
        assertThat(cell(WEB, "n1", 8_300).outcomes())
                .extracting(RecordedOutcome::cause)
                .containsExactly(OutcomeCause.STUCK);
    }

    @Test
    void anEventOfAPodThatIsNotBoundCountsOnceItIsOnThatNode() {
        learner.pod(pod("a", WEB, "", "Pending"), at(0));
        learner.event(new PodWarning("a", "forged", "FailedMount", "", 9, at(1)), at(1));
        learner.step(at(1));
        assertThat(learner.type(WEB, at(1))).isEmpty();

        learner.pod(pod("a", WEB, "n1", "Pending"), at(2));
        learner.event(new PodWarning("a", "n2", "FailedMount", "", 9, at(3)), at(3));
        assertThat(learner.typeNode(WEB, "forged", at(3))).isEmpty();
        assertThat(cell(WEB, "n1", 3).failures()).isZero();

        learner.pod(pod("b", WEB, "", "Pending"), at(4));
        learner.event(new PodWarning("b", "n1", "FailedMount", "", 9, at(4)), at(4));
        learner.pod(pod("b", WEB, "n1", "Pending"), at(5));
        assertThat(cell(WEB, "n1", 5).failures()).isEqualTo(1);
    }

    @Test
    void aLongLifeThatFailedAtLastDelaysTheReturnByMinutesOnly() {
        webFailsOnTheFirst();
        learner.pod(running("d", WEB, "n1", -86_000), at(400));
        learner.pod(pod("d", WEB, "n1", "Failed", ends(0, crash(-86_000, 400))), at(401));
        state(WEB, "n1", 401);
        learner.pod(pod("d2", WEB, "n1", "Pending"), at(700));
        learner.pod(running("d2", WEB, "n1", 701), at(701));
        assertThat(state(WEB, "n1", 1_001)).isEqualTo(QuarantineStatus.OPEN);
    }

    @Test
    void eventsCountOncePerPodAndProbesOncePerRun() {
        PodWarning mount = new PodWarning("a", "", "FailedMount", "no such secret", 2, at(5));
        learner.event(mount, at(5));
        learner.pod(pod("a", WEB, "n1", "Pending"), at(6));
        learner.event(mount, at(7));
        learner.pod(pod("a", WEB, "n1", "Running", runs(0, 10, null)), at(10));
        PodWarning probe = new PodWarning("a", "", "Unhealthy", "Readiness probe failed", 3, at(20));
        learner.event(probe, at(20));
        learner.event(probe, at(21));
        learner.pod(pod("a", WEB, "n1", "Running", runs(1, 30, crash(10, 29))), at(30));
        learner.event(probe, at(31));

        assertThat(cell(WEB, "n1", 31).outcomes())
                .extracting(RecordedOutcome::cause)
                .containsExactly(OutcomeCause.CRASH, OutcomeCause.PROBE, OutcomeCause.VOLUME);
    }

    @Test
    void aJobIsSlowAgainstOtherNodes() {
        for (int i = 0; i < 5; i++) {
            learner.pod(completed("job" + i, "ns.job", "n2", 0, 30), at(30));
        }
        learner.pod(completed("fast", "ns.job", "n1", 0, 59), at(60));
        learner.pod(completed("slow", "ns.job", "n3", 0, 60), at(60));

        assertThat(cell("ns.job", "n1", 60).outcomes()).isEmpty();
        assertThat(cell("ns.job", "n3", 60).outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.cause()).isEqualTo(OutcomeCause.SLOW_JOB);
            assertThat(outcome.value()).isEqualTo(0.3);
            assertThat(outcome.detail()).isEqualTo("took 60 s, the median on other nodes is 30 s");
        });
    }

    @Test
    void aPushCountsOncePerKeyAndWrongOnesAreNamed() {
        learner.pod(running("a", WEB, "n1", 0), at(0));
        PushedOutcome bad = new PushedOutcome("a", "k", WEB, "n1", 0.2, OutcomeCause.PUSHED, "late", at(1));
        assertThat(learner.push(bad, at(1))).isTrue();
        assertThat(learner.push(bad, at(2))).isFalse();
        assertThat(cell(WEB, "n1", 2).failures()).isEqualTo(1);
        PushedOutcome other = new PushedOutcome("b", "k", WEB, "n1", 0.2, OutcomeCause.PUSHED, "late", at(1));
        assertThat(learner.push(other, at(2))).as("of another pod").isTrue();
        PushedOutcome keyless = new PushedOutcome("a", null, WEB, "n1", 0.2, OutcomeCause.PUSHED, "late", at(1));
        for (int i = 0; i < 2 * PodTypeNodeLedger.KEYS; i++) {
            assertThat(learner.push(keyless, at(2))).as("each without a key").isTrue();
        }
        assertThat(learner.push(bad, at(3)))
                .as("no key was forgotten for those")
                .isFalse();

        assertWrong(new PushedOutcome("a", "k", WEB, "n1", 1.1, OutcomeCause.PUSHED, "", at(1)), "value is 1.1");
        assertWrong(new PushedOutcome("a", "k", WEB, "n1", Double.NaN, OutcomeCause.PUSHED, "", at(1)), "value is NaN");
        assertWrong(new PushedOutcome("a", "", WEB, "n1", 1, OutcomeCause.PUSHED, "", at(1)), "key is ");
        assertWrong(new PushedOutcome("a", "k", "ns.no", "n1", 1, OutcomeCause.PUSHED, "", at(1)), "type is ns.no");
        assertWrong(new PushedOutcome("a", "k", WEB, "no", 1, OutcomeCause.PUSHED, "", at(1)), "node is no");
        assertWrong(new PushedOutcome("a", "k", WEB, "n1", 1, OutcomeCause.CRASH, "", at(1)), "cause is crash");
        assertWrong(new PushedOutcome("a", "k", WEB, "n1", 1, OutcomeCause.PUSHED, "", at(100)), "at is ");
    }

    private void assertWrong(PushedOutcome outcome, String message) {
        assertThatThrownBy(() -> learner.push(outcome, at(2)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsPinnedStaysUntilItEnds() {
        webFailsOnTheFirst();
        learner.pin(WEB, "n1", 1.0, at(200), at(50));
        assertThat(state(WEB, "n1", 60)).isEqualTo(QuarantineStatus.OPEN);
        assertThat(cell(WEB, "n1", 60).reward().value()).isEqualTo(1);
        learner.pin(WEB, "n2", 0.0, null, at(50));
        assertThat(state(WEB, "n2", 60)).isEqualTo(QuarantineStatus.QUARANTINED);

        learner.step(at(200));
        assertThat(cell(WEB, "n1", 201).pin()).isNull();
    }

    @Test
    void aPinThatEndsTooLateIsRefusedAndChangesNothing() {
        webFailsOnTheFirst();
        for (Instant until : List.of(at(50), at(50).plus(Duration.ofDays(3_651)), Instant.MAX)) {
            assertThatThrownBy(() -> learner.pin(WEB, "n1", 1.0, until, at(50)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("until is " + until + ": it must be after " + at(50) + ", by 3650 days at most");
        }
        learner.step(at(60));
        assertThat(cell(WEB, "n1", 60).pin()).isNull();

        learner.pin(WEB, "n1", 1.0, at(60).plus(Duration.ofDays(3_650)), at(60));
        learner.step(at(61));
        assertThat(cell(WEB, "n1", 61).reward().value()).isEqualTo(1);
    }

    @Test
    void whatIsForgottenDoesNotCountAgain() {
        webFailsOnTheFirst();
        assertThat(learner.forget(WEB, "n1", at(50))).isTrue();
        crashes("a", WEB, "n1", 0, 10);
        crashes("b", WEB, "n1", 30, 40);

        assertThat(state(WEB, "n1", 50)).isEqualTo(QuarantineStatus.OPEN);
        assertThat(cell(WEB, "n1", 50).reward().samples()).isZero();
        assertThat(learner.forget(WEB, "n9", at(50))).isFalse();
    }

    @Test
    void whatVanishedIsCollected() {
        webFailsOnTheFirst();
        learner.podGone("a", at(50));
        learner.podGone("b", at(50));
        learner.step(at(51));
        // The trial ends without a pod, and the node is open again.
        learner.step(at(101));
        learner.step(at(101 + 1_801));
        LearnerChanges changes = learner.step(at(50 + 3_600 + 1_800));

        assertThat(changes.ledgers().get(WEB)).containsEntry("n1", Optional.empty());
        assertThat(changes.rewards().get("pods:" + WEB)).containsEntry("n1", Optional.empty());
        assertThat(learner.typeNode(WEB, "n1", at(9_999))).isEmpty();
        assertThat(learner.types("", 9, at(9_999)))
                .extracting(PodTypeView::type)
                .containsExactly(WEB);
    }

    @Test
    void aNamespaceHasOnlySoManyTypes() {
        for (int i = 0; i < 501; i++) {
            learner.pod(running("p" + i, "ns.t" + i, "n1", 0), at(0));
        }
        learner.pod(running("q", "other.t", "n1", 0), at(0));

        assertThat(learner.type("ns.t499", at(0))).isPresent();
        assertThat(learner.type("ns.t500", at(0))).isEmpty();
        assertThat(learner.type("other.t", at(0))).isPresent();
    }

    @Test
    void whatIsRefusedIsTold() {
        List<String> refused = new ArrayList<>();
        RewardLearner telling = new RewardLearner(LearnerSettings.DEFAULT, refused::add);
        telling.node(NodeFacts.ready("n1"), at(0));
        for (int i = 0; i < 501; i++) {
            telling.pod(running("p" + i, "ns.t" + i, "n1", 0), at(0));
        }
        telling.pod(running("p0", "ns.t0", "n1", 0), at(0));
        telling.pod(pod("unbound", "ns.t501", "", "Pending"), at(0));
        assertThat(refused).containsExactly("limit");

        refused.clear();
        for (String node : List.of("n1", "n2")) {
            PushedOutcome outcome = new PushedOutcome("a", "k", "ns.t0", node, 0.2, OutcomeCause.PUSHED, "", at(1));
            Throwable thrown = catchThrowable(() -> telling.push(outcome, at(1)));
            assertThat(thrown == null).as(node).isEqualTo(node.equals("n1"));
        }
        assertThat(refused).containsExactly("node");
    }

    @Test
    void whatIsPublishedAnewInARowIsPublishedTogether() {
        for (int node = 1; node <= 10; node++) {
            learner.pod(running("p" + node, WEB, "n" + node, -9_999), at(20 * node));
            learner.step(at(20 * node));
        }
        int rounds = 0;
        for (int second = 201; second < 201 + 3_600; second++) {
            rounds += learner.step(at(second)).rewards().getOrDefault("pods:" + WEB, Map.of()).keySet().stream()
                            .anyMatch(field -> !field.equals("*"))
                    ? 1
                    : 0;
        }
        // Half of 30 min is over at most 4 times in an hour.
        assertThat(rounds).isBetween(2, 5);
    }

    @Test
    void nothingIsWrittenWhileNothingHappens() {
        webFailsOnTheFirst();
        assertThat(learner.step(at(40)).isEmpty()).isTrue();
    }
}
