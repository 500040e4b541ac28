package dev.edgewise.sandbox.evaluate.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.energy.battery.BatterySettings;
import dev.edgewise.energy.battery.PowerModel;
import dev.edgewise.energy.series.NodeTimeSeries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final PowerModel BOARD = new PowerModel(1_900, 800, 4);

    /** Nodes a and b for 100 minutes, with so many mWh in each slot of 10 minutes; a owns one function of 1.8 cores. */
    private static EnergyExperimentScenario scenario(double a, double b, int threads) {
        NodeTimeSeries solar = NodeTimeSeries.of(Duration.ofMinutes(10), Map.of("a", List.of(a), "b", List.of(b)));
        SimulatedFunctionSettings load = new SimulatedFunctionSettings(
                0, 1, 1_800, 1_800, 0.5, false, new SimulatedFunctionSettings.ClosedLoop(threads));
        return new EnergyExperimentScenario(
                "test",
                List.of("a", "b"),
                (node, second) -> solar.perHour(node == 0 ? "a" : "b", second),
                BatterySettings.FAAS_HOUSE,
                BOARD,
                10,
                100,
                List.of(load),
                true,
                15,
                ChargeZoneRules.DEFAULT);
    }

    private static Simulation.Placement on(int node) {
        return (simulation, second) -> {
            if (second == 0) {
                simulation.put(
                        simulation.functions().get(0).get(0), simulation.nodes().get(node));
            }
        };
    }

    @Test
    void aNodeWithEnoughSunRunsFromTheMomentThatItHasATenth() {
        // 1,200 mWh a slot are 20 mWh in 10 s. The first step ends at 20 mWh, pending; each further one draws 2.14 W,
        // 5.944 mWh: 20 + 14.056 n reaches 125 mWh with n = 8, so that 8 of 600 steps are lost.
        EnergyRunResult outcome = new Simulation(scenario(1_200, 0, 1), 1).run(Simulation.Placement.NOTHING);
        assertThat(outcome.availability()).containsExactly(100.0 * 592 / 600, 0);
    }

    @Test
    void aThreadCallsAgainAsSoonAsItHasItsAnswer() {
        // 0.5 core seconds on one core and 0.1 s of network: 1 / 0.6 calls a second in 5,910 of 6,000 s.
        EnergyRunResult outcome = new Simulation(scenario(2_000, 0, 1), 1).run(on(0));
        double share = outcome.availability()[0] / 100;
        assertThat(outcome.throughput()).isCloseTo(share / 0.6, within(0.005));
    }

    @Test
    void threadsShareTheLimitOfTheirFunction() {
        // At most 1.8 / 0.5 calls a second; at least what three threads reach that always compute, and wait, together.
        EnergyRunResult outcome = new Simulation(scenario(2_000, 0, 3), 1).run(on(0));
        double share = outcome.availability()[0] / 100;
        assertThat(outcome.throughput()).isBetween(share * 3 / (0.5 / 0.6 + 0.1), share * 3.6);
    }

    @Test
    void nothingIsAnsweredWhileTheHostIsDown() {
        EnergyRunResult outcome = new Simulation(scenario(2_000, 0, 1), 1).run(on(1));
        assertThat(outcome.throughput()).isZero();
        assertThat(outcome.availability()[0]).isPositive();
    }

    @Test
    void nothingIsAskedWhileTheOwnerIsDown() {
        EnergyRunResult outcome = new Simulation(scenario(0, 2_000, 1), 1).run(on(1));
        assertThat(outcome.throughput()).isZero();
        assertThat(outcome.availability()[1]).isPositive();
    }

    @Test
    void aMoveInterruptsForFifteenSeconds() {
        Simulation.Placement toOther = (simulation, second) -> {
            if (second == 0) {
                simulation.put(
                        simulation.functions().get(0).get(0), simulation.nodes().get(0));
            } else if (second == 3_000) {
                simulation.move(
                        simulation.functions().get(0).get(0), simulation.nodes().get(1));
                simulation.countMove();
            }
        };
        double stays = new Simulation(scenario(2_000, 2_000, 1), 1).run(on(0)).throughput();
        EnergyRunResult moved = new Simulation(scenario(2_000, 2_000, 1), 1).run(toOther);

        assertThat(moved.moves()).isEqualTo(1);
        // 15 s without answers, and a second until the thread tries again.
        assertThat((stays - moved.throughput()) * 6_000).isCloseTo(15.5 / 0.6, within(2.0));
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        EnergyExperimentScenario scenario = Scenarios.FIVE_NODE.scenario(3);
        for (PlacementStrategy contestant : PlacementStrategy.values()) {
            assertThat(contestant.run(scenario, 3))
                    .usingRecursiveComparison()
                    .as(contestant.label())
                    .isEqualTo(contestant.run(scenario, 3));
        }
    }
}
