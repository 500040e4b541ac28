package dev.edgewise.scheduler.wiring;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.FaasHouseWeights;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(EnergyFilterProperties.class, Map.of()).strict()).isFalse();
        assertThat(bind(ChargeZonesProfileProperties.class, Map.of()).rules()).isEqualTo(ChargeZoneRules.DEFAULT);
        assertThat(bind(FaasHouseProfileProperties.class, Map.of()).weights()).isEqualTo(FaasHouseWeights.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rich       | 101 | 101: it must be from 0 to 100",
                "vulnerable | 60  | 60: it must be 0 or more and below rich (60)",
                "poor       | -1  | -1: it must be 0 or more and below vulnerable (30)",
                "stickiness | 1.5 | 1.5: it must be a share from 0 to 1",
            })
    void wrongZonesAreNamed(String property, String value, String message) {
        assertRefused(ChargeZonesProfileProperties.class, property, value, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "charge     | 0   | 0.0: it must be above 0, up to 10000",
                "locality   | NaN | NaN: it must be from 0 to 10000",
                "stickiness | -1  | -1.0: it must be from 0 to 10000",
            })
    void wrongWeightsAreNamed(String property, String value, String message) {
        assertRefused(FaasHouseProfileProperties.class, property, value, message);
    }
}
