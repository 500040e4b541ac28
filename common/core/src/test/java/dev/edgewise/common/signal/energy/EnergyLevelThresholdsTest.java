package dev.edgewise.common.signal.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EnergyLevelThresholdsTest {
    @ParameterizedTest
    @CsvSource({
        "0, POWERLESS", "14.9, POWERLESS", "15, LOW_POWERED", "39.9, LOW_POWERED",
        "40, VULNERABLE", "74.9, VULNERABLE", "75, WELL_POWERED", "100, WELL_POWERED"
    })
    void aBoundBelongsToTheHigherLevel(double percent, EnergyLevel level) {
        assertThat(EnergyLevelThresholds.DEFAULT.levelOf(percent)).isEqualTo(level);
    }

    @ParameterizedTest
    @EnumSource
    void theMiddleOfALevelIsOfThatLevel(EnergyLevel level) {
        EnergyLevelThresholds bounds = new EnergyLevelThresholds(90, 20, 5);
        assertThat(bounds.levelOf(bounds.middle(level))).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "75  | 40 | 0  | lowPowered is 0.0: it must be above 0 %",
                "75  | 15 | 15 | vulnerable is 15.0: it must be above lowPowered, 15.0 %",
                "40  | 40 | 15 | wellPowered is 40.0: it must be above vulnerable, 40.0, and at most 100 %",
                "101 | 40 | 15 | wellPowered is 101.0: it must be above vulnerable, 40.0, and at most 100 %"
            })
    void boundsOutOfOrderAreNamed(double well, double vulnerable, double low, String message) {
        assertThatThrownBy(() -> new EnergyLevelThresholds(well, vulnerable, low))
                .hasMessage(message);
    }
}
