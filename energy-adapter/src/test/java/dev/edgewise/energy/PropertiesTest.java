package dev.edgewise.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.levels.LevelsProperties;
import dev.edgewise.energy.model.BatteryModelProperties;
import dev.edgewise.energy.model.CpuSource;
import dev.edgewise.energy.nodelabels.NodeLabelProperties;
import dev.edgewise.energy.nodelabels.NodeTaintProperties;
import dev.edgewise.energy.prometheus.PrometheusProperties;
import dev.edgewise.energy.push.PushProperties;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.rotating.RotatingLevelsProperties;
import dev.edgewise.energy.trace.EnergyTraceFileProperties;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The defaults of the properties, and each wrong value. */
class PropertiesTest {
    private static final String PREFIX = "edgewise.energy-adapter.";
    private static final Map<String, Class<?>> TYPES = Map.of(
            "levels", LevelsProperties.class,
            "refresh", RefreshProperties.class,
            "push", PushProperties.class,
            "trace", EnergyTraceFileProperties.class,
            "model", BatteryModelProperties.class,
            "switch", RotatingLevelsProperties.class,
            "prometheus", PrometheusProperties.class,
            "labels", NodeLabelProperties.class,
            "taints", NodeTaintProperties.class);

    private static Object bind(String name, Map<String, String> values) {
        return TestProperties.bind(TYPES.get(name), values);
    }

    @Test
    void defaults() {
        assertThat(((LevelsProperties) bind("levels", Map.of())).settings()).isEqualTo(LevelSettings.DEFAULT);
        assertThat(bind("refresh", Map.of()))
                .isEqualTo(new RefreshProperties(Duration.ofSeconds(5), Duration.ofMinutes(2)));
        assertThat(bind("push", Map.of())).isEqualTo(new PushProperties("energy-agent", Duration.ofMinutes(5)));
        assertThat(bind("trace", Map.of())).isEqualTo(new EnergyTraceFileProperties(null, 1));
        assertThat(bind("model", Map.of()))
                .isEqualTo(new BatteryModelProperties(
                        1_250, 100, 10, 10, null, 1_900, 800, 4, null, CpuSource.REQUESTS, 1));
        assertThat(bind("switch", Map.of())).isEqualTo(new RotatingLevelsProperties(Duration.ofSeconds(20)));
        assertThat(bind("prometheus", Map.of()))
                .isEqualTo(new PrometheusProperties(
                        URI.create("http://prometheus:9090"),
                        List.of(),
                        List.of("node", "instance"),
                        "",
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2),
                        null));
        assertThat(bind("labels", Map.of())).isEqualTo(new NodeLabelProperties(false));
        assertThat(bind("taints", Map.of())).isEqualTo(new NodeTaintProperties(false, "NoSchedule", 0.5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "levels; vulnerable; 80; well-powered is 75.0: it must be above vulnerable, 80.0",
                "levels; hysteresis; 26; below low-powered",
                "levels; dwell; -1s; levels.dwell is PT-1S: it must be in 0s..30d",
                "levels; dwell; 110000d; in 0s..30d",
                "refresh; every; 99ms; in 100ms..5m",
                "refresh; valid-for; 19s; at least 4 times every",
                "refresh; valid-for; 110000d; 'at least 4 times every, PT20S, and at most 30d'",
                "push; valid-for; 25h; in 1s..24h",
                "push; service-account; ' '; the name of a service account",
                "trace; scale; 0; above 0",
                "trace; scale; 1e308; 'trace.scale is 1.0E308: it must be above 0, at most 86400'",
                "model; capacity-mwh; 0; above 0",
                "model; capacity-mwh; 1e308; 'above 0, at most 1e12'",
                "model; start-percent; 101; in 0..100 %",
                "model; failed-below-mwh; 1251; from 0 to capacity-mwh",
                "model; boot-percent; 0.5; a charge of failed-below-mwh",
                "model; idle-milliwatt; -1; 0 or more",
                "model; idle-milliwatt; 1e308; '0 or more, at most 1e12'",
                "model; core-milliwatt; 1e13; '0 or more, at most 1e12'",
                "model; core-milliwatt; NaN; 0 or more",
                "model; cores; 0; above 0",
                "model; cores; 1e300; 'above 0, at most 100000'",
                "model; busy-cores; -1; 0 or more, or not set",
                "model; scale; Infinity; above 0",
                "model; scale; 1e9; 'model.scale is 1.0E9: it must be above 0, at most 3600'",
                "switch; every; 1ms; in 1s..1d",
                "switch; every; 110000d; in 1s..1d",
                "prometheus; url; nowhere; an http or https URL, such as http://prometheus",
                "prometheus; timeout; 999us; at least 1ms",
                "prometheus; url; http://me:secret@prometheus; 'url is http://***@prometheus: it must be without user'",
                "prometheus; timeout; 241s; at most PT4M, so that all queries take PT4M at most",
                "prometheus; poll; 1ms; in 1s..1h",
                "prometheus; poll; 106751991167300d; prometheus.poll is PT2562047788015200H: it must be in 1s..1h",
                "prometheus; timeout; 106751991167300d; 'at most PT4M, so that all queries take PT4M at most'",
                "prometheus; valid-for; 110000d; 'at least 2 times poll, PT30S, and at most 30d'",
                "prometheus; timeout; 0s; at least 1ms",
                "prometheus; valid-for; 20s; at least 2 times poll",
                "taints; max-share; -1; in 0..1",
                "taints; effect; Evict; one of NoSchedule",
            })
    void eachWrongValueIsNamed(String name, String property, String value, String allowed) {
        assertThatThrownBy(() -> bind(name, Map.of(PREFIX + name + "." + property, value)))
                .rootCause()
                .hasMessageContaining(allowed);
    }

    /** Two requests for each of three queries: 4 min / 6 = 40 s. */
    @Test
    void theTimeoutIsForAllQueriesTogether() {
        Map<String, String> values = Map.of(
                PREFIX + "prometheus.queries[0]", "a",
                PREFIX + "prometheus.queries[1]", "b",
                PREFIX + "prometheus.queries[2]", "c",
                PREFIX + "prometheus.timeout", "41s");
        assertThatThrownBy(() -> bind("prometheus", values))
                .rootCause()
                .hasMessageContaining("at most PT40S, so that all queries take PT4M at most");
    }
}
