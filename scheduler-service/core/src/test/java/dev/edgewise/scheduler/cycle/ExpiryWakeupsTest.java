package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestDevices;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A placement that becomes possible without an event wakes the pods that wait for it, a second later and not after 5
 * min.
 */
class ExpiryWakeupsTest {
    private static Scenario waiting(Profile profile) {
        return new Scenario(profile, 7).nodes(node("n1"));
    }

    private static ExpiryWakeups events(Scenario scenario) {
        return new ExpiryWakeups(() -> scenario.state.snapshot().at(scenario.clock.instant()), scenario.queue);
    }

    /** A reading is valid for 2 min. */
    @Test
    void aPowerlessReadingThatBecomesStale() {
        Scenario scenario = waiting(BuiltInProfiles.energyAwareScheduler());
        ExpiryWakeups events = events(scenario);
        scenario.feed.fact(EnergyIndex.FACT, energy -> EnergyIndex.of(Map.of("n1", percent(5))));
        scenario.pods(pod("a")).run();
        events.step();
        scenario.pass(Duration.ofSeconds(119));
        events.step();
        assertThat(scenario.run().nodeOf("a")).isNull();

        scenario.pass(Duration.ofSeconds(2));
        events.step();
        assertThat(scenario.run().nodeOf("a")).isEqualTo("n1");
    }

    /** A reading is valid for 2 min. */
    @Test
    void aQuarantineThatBecomesStale() {
        Scenario scenario = waiting(BuiltInProfiles.rlScheduler());
        ExpiryWakeups events = events(scenario);
        scenario.feed.fact(
                RewardIndex.FACT,
                index -> index.with(RewardRowNames.ofType("default.web"), Map.of("n1", quarantined())));
        // The pod has waited for less than the timeout of 5 min.
        scenario.pass(Duration.ofMinutes(8));
        scenario.pods(pod("a").label("podtype", "web")).run();
        events.step();
        scenario.pass(Duration.ofSeconds(119));
        events.step();
        assertThat(scenario.run().nodeOf("a")).isNull();

        scenario.pass(Duration.ofSeconds(2));
        events.step();
        assertThat(scenario.run().nodeOf("a")).isEqualTo("n1");
    }

    /** A reading is valid for 2 min. */
    @Test
    void devicesThatDoNotBecomeUsable() {
        Scenario scenario = waiting(BuiltInProfiles.stock());
        ExpiryWakeups events = events(scenario);
        scenario.feed.fact(
                DeviceClaims.FACT,
                devices -> devices.with(TestDevices.claim("gpu", TestDevices.on("n2", Binding.PENDING), Set.of())));
        scenario.pass(Duration.ofMinutes(8));
        scenario.pods(pod("a").resourceClaim("gpu")).run();
        scenario.pass(Duration.ofSeconds(119));
        events.step();
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);

        scenario.pass(Duration.ofSeconds(2));
        events.step();
        assertThat(scenario.queue.counts().unschedulable()).isZero();
    }

    @Test
    void nothingIsWokenWhereNothingHasExpired() {
        Scenario scenario = waiting(BuiltInProfiles.energyAwareScheduler());
        ExpiryWakeups events = events(scenario);
        scenario.feed.fact(EnergyIndex.FACT, energy -> EnergyIndex.of(Map.of("n1", percent(5))));
        scenario.pods(pod("a")).run();
        for (int second = 0; second < 100; second++) {
            scenario.pass(Duration.ofSeconds(1));
            events.step();
        }
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);
    }
}
