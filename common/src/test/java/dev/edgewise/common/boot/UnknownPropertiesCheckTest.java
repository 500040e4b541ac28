package dev.edgewise.common.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class UnknownPropertiesCheckTest {
    @ConfigurationProperties("edgewise.scheduler.bind")
    record Bind(int concurrency, Times retryTimes) {}

    record Times(int mostAttempts) {}

    @ConfigurationProperties("edgewise.scheduler")
    record Profiles(Map<String, String> profiles) {}

    @ConfigurationProperties("edgewise")
    record Top(boolean leaderElection, List<String> stores) {}

    private final UnknownPropertiesCheck check =
            new UnknownPropertiesCheck(new KnownProperties(List.of(Bind.class, Profiles.class, Top.class)));

    @ParameterizedTest
    @CsvSource({
        "edgewise.schedular.bind.concurrency,     edgewise.scheduler.bind.concurrency",
        "edgewise.scheduler.bind.concurency,      edgewise.scheduler.bind.concurrency",
        "edgewise.leader-elections,               edgewise.leader-election",
        "edgewise.scheduler.bind.retry-times.max-attempts, edgewise.scheduler.bind.retry-times.most-attempts",
    })
    void aMistypedOneEndsTheStartAndTheNearestIsNamed(String mistyped, String meant) {
        assertThatThrownBy(() -> check.check(with(mistyped)))
                .isInstanceOfSatisfying(UnknownPropertyException.class, e -> assertThat(e.remedy())
                        .isEqualTo("Did you mean " + meant + "?"))
                .hasMessage("Not a property of this service: " + mistyped + " (file).");
    }

    @Test
    void whereNoneIsNearAllAreListed() {
        assertThatThrownBy(() -> check.check(with("edgewise.colour")))
                .isInstanceOfSatisfying(UnknownPropertyException.class, e -> assertThat(e.remedy())
                        .isEqualTo("Remove edgewise.colour; there are: edgewise.leader-election,"
                                + " edgewise.scheduler.bind.concurrency,"
                                + " edgewise.scheduler.bind.retry-times.most-attempts, edgewise.scheduler.profiles,"
                                + " edgewise.stores."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "edgewise.scheduler.bind.concurrency",
                "edgewise.scheduler.bind.retryTimes.mostAttempts",
                "edgewise.scheduler.profiles.fast.filters",
                "edgewise.stores[0]",
                "edgewise.network-probe.static.matrix",
                "spring.anything",
            })
    void whatIsKnownOrAnothersIsLeftAlone(String name) {
        assertThatCode(() -> check.check(with(name))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EDGEWISE_SCHEDULER_BIND_CONCURENCY",
                "EDGEWISE_SCHEDULER_SERVICE_PORT",
                "EDGEWISE_SCHEDULER_SERVICE_SERVICE_HOST",
                "EDGEWISE_REDIS_PORT_6379_TCP_ADDR",
                "EDGEWISE_LEADERELECTION",
            })
    void aVariableOfTheEnvironmentNeverEndsTheStart(String name) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "1")));

        assertThatCode(() -> check.check(environment)).doesNotThrowAnyException();
    }

    private static StandardEnvironment with(String name) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("file", Map.of(name, "1")));
        return environment;
    }
}
