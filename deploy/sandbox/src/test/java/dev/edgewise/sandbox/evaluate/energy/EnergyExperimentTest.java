package dev.edgewise.sandbox.evaluate.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class EnergyExperimentTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... options) {
        return new CommandLine(new EnergyExperiment())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(options);
    }

    @Test
    void reportsGainsMovesAvailabilityAndBarsOnOneLine() {
        assertThat(run("--scenario", "5-node", "--seeds", "5")).isZero();

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"name\":\"energy\",\"figures\":{\"seeds\":5,\"5-node.no-load.availability\":[")
                .contains(
                        "\"5-node.zones.static.minnode_low\":",
                        "\"5-node.faashouse.evicting.throughput_low\":",
                        "\"5-node.edgewise.moves\":",
                        "\"bars\":{",
                        "\"5-node.edgewise.zones.sd_low\":{\"value\":",
                        "\"5-node.headroom_below_no_load\":{\"value\":");
        assertThat(err.toString()).contains("5-node edgewise");
    }

    @Test
    void noPlannerMakesANodeMoreAvailableThanItIsWithoutLoad() {
        for (Scenarios scenario : Scenarios.values()) {
            double[] bound =
                    PlacementStrategy.NO_LOAD.run(scenario.scenario(1), 1).availability();
            for (PlacementStrategy contestant : PlacementStrategy.values()) {
                double[] own = contestant.run(scenario.scenario(1), 1).availability();
                for (int node = 0; node < own.length; node++) {
                    assertThat(own[node])
                            .as("%s, %s, node %s", scenario, contestant, node)
                            .isLessThanOrEqualTo(bound[node]);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--seeds, 4, a whole number from 5 to 1000",
        "--seeds, many, a whole number from 5 to 1000",
        "--scenario, 7-node, '10-node, 5-node, 5-node-2022, varied'"
    })
    void aWrongValueIsNamedWithWhatIsAllowed(String option, String value, String allowed) {
        assertThat(run(option, value)).isEqualTo(2);
        assertThat(err.toString())
                .contains("Invalid value for option '" + option + "': '" + value + "'; allowed: " + allowed);
        assertThat(out.toString()).isEmpty();
    }
}
