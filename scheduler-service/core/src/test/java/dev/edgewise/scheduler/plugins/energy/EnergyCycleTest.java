package dev.edgewise.scheduler.plugins.energy;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pods that wait, burst or evict others while the energy of the nodes changes. */
class EnergyCycleTest {
    @Test
    void aPodThatWaitsForPowerWakesWhenALevelChanges() {
        Scenario scenario = new Scenario(BuiltInProfiles.energyAwareScheduler(), 7).nodes(node("n1"));
        energy(scenario, Map.of("n1", percent(5)));
        scenario.pods(pod("a")).run().pass(Duration.ofMinutes(1));
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);

        energy(scenario, Map.of("n1", percent(9)));
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);
        energy(scenario, Map.of("n1", percent(20, scenario.clock.instant())));
        assertThat(scenario.run().nodeOf("a")).isEqualTo("n1");
    }

    @Test
    void aReadingWakesNobodyWhoWaitsForSomethingElse() {
        Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7).nodes(node("n1"));
        scenario.pods(pod("far").label("delay_nowhere", "5"), pod("big").cpu("5"))
                .run()
                .pass(Duration.ofMinutes(1));

        energy(scenario, Map.of("n1", percent(50)));

        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(2);
    }

    @Test
    void aBurstDoesNotAllGoToTheBestNode() {
        Scenario scenario =
                new Scenario(BuiltInProfiles.energyAwareScheduler(), 7).nodes(node("n1"), node("n2"), node("n3"));
        energy(scenario, Map.of("n1", percent(100), "n2", percent(90), "n3", percent(60)));
        for (int i = 0; i < 6; i++) {
            scenario.pods(pod("p" + i).cpu("500m"));
        }
        scenario.run();

        // Each takes 0.125: 1.00 .99 .66, 0.875 .99, 0.875 .865, 0.75 .865, 0.75 .74, 0.625 .74 .66: three each, none
        // on n3.
        assertThat(scenario.recorded.bound.values()).containsOnly("n1", "n2");
        assertThat(scenario.recorded.bound.values().stream().filter("n1"::equals))
                .hasSize(3);
    }

    @Test
    void noPodIsEvictedForEnergyAlone() {
        Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7)
                .nodes(node("weak").cpu("1"), node("strong").cpu("1"));
        energy(scenario, Map.of("weak", percent(5), "strong", percent(100)));
        scenario.pods(pod("low").cpu("1").runningOn("strong"));

        scenario.pods(pod("high").cpu("1").priority(10)).run();

        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.nodeOf("high")).isEqualTo("weak");
    }

    @Test
    void podsAreEvictedFromPowerlessNodesWhereNothingElseIsLeft() {
        Scenario scenario =
                new Scenario(BuiltInProfiles.edgewise(), 7).nodes(node("weak").cpu("1"));
        energy(scenario, Map.of("weak", percent(5)));
        scenario.pods(pod("low").cpu("1").runningOn("weak"));

        scenario.pods(pod("high").cpu("1").priority(10)).run();
        assertThat(scenario.recorded.evicted).containsExactly("low");
        scenario.gone("low").run();
        assertThat(scenario.nodeOf("high")).isEqualTo("weak");
    }

    @Test
    void strictlyNoPodIsEvictedFromAPowerlessNode() {
        Scenario scenario = new Scenario(BuiltInProfiles.energyAwareScheduler(), 7)
                .nodes(node("weak").cpu("1"));
        energy(scenario, Map.of("weak", percent(5)));
        scenario.pods(pod("low").cpu("1").runningOn("weak"));

        scenario.pods(pod("high").cpu("1").priority(10)).run();

        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.recorded.unschedulable.get("high"))
                .startsWith("0/1 nodes are available: 1 node(s) were powerless.");
    }

    @Test
    void roomOnANodeThatBecamePowerlessIsNotTaken() {
        Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7).nodes(node("weak"), node("strong"));
        energy(scenario, Map.of("weak", percent(5), "strong", percent(100)));
        scenario.feed.reservations().put(reservation("r").on("weak").app("cart").build());
        scenario.cycle.exclusively(() -> scenario.state.reservations().accept(100));
        Pod cart = pod("cart").label("app", "cart").build();

        Explanation explanation =
                new Explainer(BuiltInProfiles.edgewise(), new Random(1)).explain(cart, scenario.state.snapshot());
        assertThat(explanation.node()).isEqualTo("strong");
        assertThat(explanation.message())
                .endsWith("(reservation default/r on node weak not taken: " + "node(s) were powerless)");

        scenario.pods(pod("cart").label("app", "cart")).run();
        assertThat(scenario.nodeOf("cart")).isEqualTo("strong");
    }

    @Test
    void whereAllNodesArePowerlessThePodTakesTheRoomThatIsKeptForIt() {
        Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7).nodes(node("n1"), node("n2"), node("n3"));
        energy(scenario, Map.of("n1", percent(10), "n2", percent(1), "n3", percent(10)));
        keepsRoomOn("n2", scenario);

        assertTakes("n2", scenario);
    }

    @Test
    void whereOnlyTheReservedNodeHasRoomThePodTakesItThoughItIsPowerlessAndNobodyIsEvicted() {
        Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7)
                .nodes(node("weak").cpu("1"), node("strong").cpu("1"));
        energy(scenario, Map.of("weak", percent(5), "strong", percent(100)));
        scenario.pods(pod("low").cpu("1").runningOn("strong"));
        keepsRoomOn("weak", scenario);

        assertTakes("weak", scenario);
        assertThat(scenario.recorded.evicted).isEmpty();
    }

    private static void keepsRoomOn(String node, Scenario scenario) {
        scenario.feed
                .reservations()
                .put(reservation("r").on(node).cpu(1000).app("cart").build());
        scenario.cycle.exclusively(() -> scenario.state.reservations().accept(100));
    }

    private static void assertTakes(String node, Scenario scenario) {
        Pod cart = pod("cart").cpu("1").priority(10).label("app", "cart").build();
        Explanation explanation =
                new Explainer(BuiltInProfiles.edgewise(), new Random(1)).explain(cart, scenario.state.snapshot());
        assertThat(explanation.node()).isEqualTo(node);
        assertThat(explanation.message()).endsWith("(takes reservation default/r)");

        scenario.pods(pod("cart").cpu("1").priority(10).label("app", "cart")).run();
        assertThat(scenario.nodeOf("cart")).isEqualTo(node);
        assertThat(scenario.state.pod(cart.key()).reservation()).isEqualTo("uid-of-reservation-r");
    }

    private static void energy(Scenario scenario, Map<String, EnergyReading> readings) {
        scenario.feed.fact(EnergyIndex.FACT, energy -> EnergyIndex.of(readings));
    }
}
