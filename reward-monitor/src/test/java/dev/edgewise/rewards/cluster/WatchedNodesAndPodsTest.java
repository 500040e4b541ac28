package dev.edgewise.rewards.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import dev.edgewise.rewards.learning.facts.PodWarning;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WatchedNodesAndPodsTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void whoeverAsksDoesNotWaitForAChangeThatIsBeingLearned() {
        WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
        table.node(NodeFacts.ready("n1"), TestClock.START);
        synchronized (table) {
            assertThat(CompletableFuture.supplyAsync(table::nodes))
                    .succeedsWithin(LONG)
                    .isEqualTo(1);
            assertThat(CompletableFuture.supplyAsync(table::pods))
                    .succeedsWithin(LONG)
                    .isEqualTo(0);
            assertThat(CompletableFuture.supplyAsync(() -> table.find("ns/web")))
                    .succeedsWithin(LONG)
                    .isEqualTo(Optional.empty());
        }
    }

    private static PodFacts pod(String node) {
        return new PodFacts(
                PodUid.of("uid"),
                "web-1",
                "ns.web",
                node,
                "Pending",
                "",
                "",
                "",
                false,
                false,
                TestClock.START,
                List.of());
    }

    private static PodWarning notBoundTo(String node) {
        return new PodWarning("uid", node, "FailedScheduling", "refused", 1, TestClock.START);
    }

    private static long failures(RewardLearner learner, String node) {
        return learner.typeNode("ns.web", node, TestClock.START)
                .map(PodTypeNodeView::failures)
                .orElse(0L);
    }

    @Test
    void aFailedBindingIsOfTheNodeThatWasTriedWhereverThePodIs() {
        WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
        RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
        table.attach(learner, TestClock.START);
        table.node(NodeFacts.ready("n1"), TestClock.START);
        table.node(NodeFacts.ready("n2"), TestClock.START);
        table.pod(pod(""), TestClock.START);
        table.warning("e1", "ns/web-1", notBoundTo("n1"), TestClock.START);
        table.warning("e2", "ns/web-1", notBoundTo("forged"), TestClock.START);
        assertThat(failures(learner, "n1")).isEqualTo(1);
        assertThat(learner.typeNode("ns.web", "forged", TestClock.START)).isEmpty();
        assertThat(learner.typeNode("ns.web", "n1", TestClock.START)
                        .orElseThrow()
                        .outcomes())
                .extracting(RecordedOutcome::cause, RecordedOutcome::pod)
                .containsExactly(tuple(OutcomeCause.BINDING, "ns/web-1"));

        table.pod(pod("n2"), TestClock.START.plusSeconds(1));
        table.warning("e1", "ns/web-1", notBoundTo("n1"), TestClock.START.plusSeconds(2));
        table.attach(learner, TestClock.START.plusSeconds(3));
        assertThat(failures(learner, "n1")).as("once").isEqualTo(1);
        assertThat(failures(learner, "n2")).isZero();

        table.warning("e1", "ns/web-1", notBoundTo("n1"), TestClock.START.plusSeconds(700));
        assertThat(failures(learner, "n1")).as("of long ago").isEqualTo(1);
    }

    @Test
    void aNewLearnerHearsOfAllPodsAndOfNoneThatIsGone() {
        WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
        RewardLearner first = new RewardLearner(LearnerSettings.DEFAULT);
        table.node(NodeFacts.ready("n1"), TestClock.START);
        table.attach(first, TestClock.START);
        table.pod(running("web-1", "a.web"), TestClock.START);
        table.pod(running("web-1", "b.web"), TestClock.START);
        table.pod(running("web-2", "b.web"), TestClock.START);
        table.pod(running("web-2", "b.web"), TestClock.START.plusSeconds(1));
        table.detach();
        table.podGone("b", "web-1", TestClock.START.plusSeconds(2));
        table.podGone("a", "web-1", TestClock.START.plusSeconds(2));
        table.podGone("a", "web-1", TestClock.START.plusSeconds(2));

        RewardLearner second = new RewardLearner(LearnerSettings.DEFAULT);
        table.attach(second, TestClock.START.plusSeconds(3));
        assertThat(second.typeNode("a.web", "n1", TestClock.START)).isEmpty();
        assertThat(second.typeNode("b.web", "n1", TestClock.START).orElseThrow().runs())
                .isEqualTo(1);
        assertThat(table.pods()).isEqualTo(1);
        assertThat(table.find("b/web-2")).map(PodFacts::fullName).contains("b/web-2");
        assertThat(table.find("a/web-1")).isEmpty();
        assertThat(table.find("web-2")).isEmpty();
    }

    @Test
    void aPodThatIsKnownBeforeItsNodeIsTakenUpWithItsTroublesWhenThatComes() {
        WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
        RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
        table.attach(learner, TestClock.START);
        table.pod(pod("n1"), TestClock.START);
        table.warning(
                "e1",
                "ns/web-1",
                new PodWarning("uid", "n1", "FailedMount", "timed out", 2, TestClock.START),
                TestClock.START);
        table.pod(running("web-2", "ns.web"), TestClock.START);
        assertThat(learner.typeNode("ns.web", "n1", TestClock.START)).isEmpty();

        table.node(NodeFacts.ready("n2"), TestClock.START);
        assertThat(learner.type("ns.web", TestClock.START)).isEmpty();
        table.node(NodeFacts.ready("n1"), TestClock.START);
        assertThat(learner.typeNode("ns.web", "n1", TestClock.START)
                        .orElseThrow()
                        .runs())
                .isEqualTo(1);
        assertThat(failures(learner, "n1")).isEqualTo(1);

        table.nodeGone("n1");
        table.node(NodeFacts.ready("n1"), TestClock.START.plusSeconds(1));
        assertThat(failures(learner, "n1")).as("once").isEqualTo(1);
    }

    @Test
    void theNameOfAPodThatChangesIsHeldOnce() {
        WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
        PodFacts first = running(new String("web-1"), "a.web");
        table.pod(first, TestClock.START);
        table.pod(running(new String("web-1"), "a.web"), TestClock.START.plusSeconds(1));
        assertThat(table.find("a/web-1").orElseThrow().name()).isSameAs(first.name());
    }

    private static PodFacts running(String name, String type) {
        ContainerFacts container = new ContainerFacts("main", false, 0, "", "", TestClock.START, null, null);
        return new PodFacts(
                PodUid.of(type + name),
                name,
                type,
                "n1",
                "Running",
                "",
                "",
                "",
                false,
                false,
                null,
                List.of(container));
    }
}
