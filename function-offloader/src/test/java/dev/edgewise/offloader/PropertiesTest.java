package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.SchedulerClientProperties;
import dev.edgewise.offloader.settings.BatteryForecastProperties;
import dev.edgewise.offloader.settings.DelayViolationPolicy;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.settings.SafetyProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The defaults of the properties, and each wrong value. */
class PropertiesTest {
    private static final String PREFIX = "edgewise.function-offloader";
    private static final Map<String, Class<?>> TYPES = Map.of(
            "", OffloaderProperties.class,
            ".safety", SafetyProperties.class,
            ".battery", BatteryForecastProperties.class,
            ".scheduler", SchedulerClientProperties.class);

    private static Object bind(String name, Map<String, String> values) {
        return TestProperties.bind(TYPES.get(name), values);
    }

    @Test
    void defaults() {
        OffloaderProperties properties = (OffloaderProperties) bind("", Map.of());
        assertThat(properties)
                .isEqualTo(new OffloaderProperties(
                        Duration.ofSeconds(10),
                        "edgewise",
                        false,
                        List.of(),
                        "faas_function",
                        DelayViolationPolicy.ALL,
                        1.1,
                        true,
                        "",
                        Duration.ofMinutes(2)));
        assertThat(properties.chosen()).isEqualTo(Policy.EDGEWISE);
        assertThat(((SafetyProperties) bind(".safety", Map.of())).settings()).isEqualTo(SafetySettings.DEFAULT);
        assertThat(bind(".battery", Map.of())).isEqualTo(new BatteryForecastProperties(1_900, 800, 0.8, 10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; interval; 99ms; interval is PT0.099S: it must be in 100ms..10m",
                "''; delay-margin; 0.9; delay-margin is 0.9: it must be a number from 1 to 10",
                "''; delay-violations; some; some",
                "''; policy; best; policy is best: it must be one of greedy, zones, faashouse, edgewise",
                "''; selector; a=b=c; edgewise.function-offloader.selector is \"a=b=c\": it must be empty, or",
                "''; move-timeout; 9s; move-timeout is PT9S: it must be whole seconds in 10s..1h",
                "''; namespaces; 'a, ,b'; names of namespaces",
                ".safety; min-age; -1s; safety.min-age is PT-1S: it must be 0 or more",
                ".safety; allowed; static; safety.allowed is [STATIC]: it must be LOCAL_STORAGE or nothing: moving others would end them",
                ".safety; cool-down; -1s; safety.cool-down is PT-1S: it must be in 0s..365d",
                ".safety; cool-down; 110000d; safety.cool-down is PT2640000H: it must be in 0s..365d",
                ".safety; workload-window; 110000d; safety.workload-window is PT2640000H: it must be in 1ms..365d",
                ".safety; rate-window; 0s; safety.rate-window is PT0S: it must be in 1ms..365d",
                ".safety; rate-window; 110000d; safety.rate-window is PT2640000H: it must be in 1ms..365d",
                ".safety; total; 0; safety.total is 0: it must be from 1",
                ".safety; min-gain; 101; safety.min-gain is 101.0: it must be in 0..100",
                ".battery; idle-milliwatt; 0; above 0",
                ".battery; idle-milliwatt; 1e308; 'above 0, at most 1e12'",
                ".battery; core-milliwatt; -1; 0 or more",
                ".battery; core-milliwatt; 1e308; '0 or more, at most 1e12'",
                ".scheduler; timeout; 110000d; scheduler.timeout is PT2640000H: it must be in 1ms..1m",
                ".battery; failed-percent; 101; in 0..100",
                ".battery; boot-percent; 0.5; from failed-percent to 100",
            })
    void eachWrongValueIsNamed(String name, String property, String value, String allowed) {
        assertThatThrownBy(() -> bind(name, Map.of(PREFIX + name + "." + property, value)))
                .rootCause()
                .hasMessageContaining(allowed);
    }
}
