package dev.edgewise.scheduler.plugins.reward;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestRewards.open;
import static dev.edgewise.scheduler.testing.TestRewards.probation;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods that wait or burst while nodes are closed and opened for their type. */
class RewardCycleTest {
    private final Scenario scenario = new Scenario(BuiltInProfiles.rlScheduler(), 7).nodes(node("n1"), node("n2"));

    @Test
    void aPodThatWaitsWakesWhenANodeIsOpenedAndNotWithEachValue() {
        rewards(Map.of("n1", quarantined(), "n2", quarantined()));
        scenario.pods(web("a")).run().pass(Duration.ofMinutes(1));
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);

        rewards(Map.of("n1", quarantined(), "n2", quarantined(), "n3", open(0.5)));
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);
        rewards(Map.of("n1", quarantined(), "n2", open(0.3)));
        assertThat(scenario.run().nodeOf("a")).isEqualTo("n2");
    }

    @Test
    void ofABurstOnePodGoesOnProbation() {
        rewards(Map.of("n1", probation(scenario.clock.instant())));
        for (int i = 0; i < 10; i++) {
            scenario.pods(web("p" + i).cpu("100m"));
        }
        scenario.run();

        assertThat(scenario.recorded.bound.values().stream().filter("n1"::equals))
                .hasSize(1);
        assertThat(scenario.recorded.bound).hasSize(10);
    }

    @Test
    void whenTheTrialLeavesAnotherPodMayTry() {
        rewards(Map.of("n1", probation(scenario.clock.instant()), "n2", quarantined()));
        scenario.pods(web("a")).run();
        scenario.pods(web("b")).run().pass(Duration.ofMinutes(1));
        assertThat(scenario.nodeOf("a")).isEqualTo("n1");
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);

        scenario.gone("a");
        assertThat(scenario.run().nodeOf("b")).isEqualTo("n1");
    }

    @Test
    void noPodIsEvictedOnANodeInQuarantine() {
        rewards(Map.of("n1", quarantined(), "n2", quarantined()));
        scenario.pods(pod("low").cpu("4").runningOn("n1"), pod("low2").cpu("4").runningOn("n2"));

        scenario.pods(web("high").cpu("4").priority(10)).run();

        assertThat(scenario.recorded.evicted).isEmpty();
    }

    private static TestPods.Builder web(String name) {
        return pod(name).label("podtype", "web");
    }

    private void rewards(Map<String, Reward> byNode) {
        scenario.feed.fact(RewardIndex.FACT, index -> index.with(RewardRowNames.ofType("default.web"), byNode));
    }
}
