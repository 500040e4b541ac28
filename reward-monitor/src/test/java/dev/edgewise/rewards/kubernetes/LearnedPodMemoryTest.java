package dev.edgewise.rewards.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.testkit.LiveHeap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * The memory of a pod that runs without failure, with the state of its type on its node; without that of watches and
 * publishing.
 */
class LearnedPodMemoryTest {
    private static final int NODES = 200;
    /** Each on a node of its own. */
    private static final int PODS_OF_A_TYPE = NODES;

    private static final int PODS = 6_000;
    /** 860 are measured on Java 17; some 360 more where each type on a node had empty lists of its own. */
    private static final int MOST_BYTES = 1_000;

    private final WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);

    @Test
    void whatMostPodsAndNodesDoNotHaveTakesNoMemory() {
        for (int i = 0; i < NODES; i++) {
            table.node(NodeFacts.ready("edge-" + i), TestClock.START);
        }
        table.attach(learner, TestClock.START);
        // Loads the classes that it takes to read a pod.
        table.pod(PodConverter.pod(pod(0)), TestClock.START);
        step(TestClock.START);
        long before = LiveHeap.bytes();
        for (int second = 0; second < 2; second++) {
            Instant now = TestClock.START.plusSeconds(second);
            for (int i = 0; i < PODS; i++) {
                table.pod(PodConverter.pod(pod(i)), now);
            }
            step(now);
        }
        long bytes = (LiveHeap.bytes() - before) / PODS;
        assertThat(table.pods()).isEqualTo(PODS);
        assertThat(learner.rewards()).hasSize(PODS / PODS_OF_A_TYPE + 1);
        assertThat(bytes).isBetween(100L, (long) MOST_BYTES);
    }

    private void step(Instant now) {
        boolean hasMore = true;
        while (hasMore) {
            hasMore = learner.step(now).hasMore();
        }
    }

    /** Each text is one of its own, as it is when it was read. */
    private static Pod pod(int i) {
        int type = i / PODS_OF_A_TYPE;
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("production-" + type % 3)
                .withName("function-7d9f8b6c5d-" + (100_000 + i))
                .withUid("6e2b1f0a-5c0d-4f43-9f5e-0000000" + (10_000 + i))
                .addToLabels("app", "function-" + type)
                .endMetadata()
                .withNewSpec()
                .withNodeName("edge-" + i % NODES)
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .withLastTransitionTime("2026-01-01T00:00:00Z")
                .endCondition()
                .addNewContainerStatus()
                .withName("main")
                .withRestartCount(0)
                .withNewState()
                .withNewRunning()
                .withStartedAt("2026-01-01T00:00:00Z")
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }
}
