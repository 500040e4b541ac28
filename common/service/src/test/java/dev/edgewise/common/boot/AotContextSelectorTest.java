package dev.edgewise.common.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class AotContextSelectorTest {
    private static final Map<String, Object> DEPLOYED = Map.of(
            "server.port", "8080",
            "management.server.port", "8081",
            "spring.data.redis.host", "redis",
            "SPRING_DATA_REDIS_PASSWORD", "secret",
            "SPRING_CONFIG_ADDITIONAL_LOCATION", "file:/etc/edgewise/",
            "edgewise.scheduler.bind.concurrency", "8");

    private static final Map<String, String> SEEN = Map.of(
            KnownProperties.plain("edgewise.store"), "redis",
            KnownProperties.plain("edgewise.leader-election.enabled"), "true",
            KnownProperties.plain("edgewise.service.kinds[0].type"), "one");

    /** The settings of the machine that the test runs on are left out. */
    private static ConfigurableEnvironment environment(Map<String, Object> given) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(source -> environment.getPropertySources().remove(source.getName()));
        environment.getPropertySources().addFirst(new MapPropertySource("given", given));
        return environment;
    }

    private static Map<String, Object> deployedWith(String name, String value) {
        Map<String, Object> given = new HashMap<>(DEPLOYED);
        given.put(name, value);
        return given;
    }

    @Test
    void holdsWhereTheServiceIsDeployedAsTheBuildSawIt() {
        assertThat(AotContextSelector.obstacle(environment(DEPLOYED), SEEN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.leader-election.enabled, false",
        "edgewise.store, memory",
        "management.server.port, 8080",
        "management.server.port, -1",
        "management.endpoints.web.exposure.include, '*'",
        "server.forward-headers-strategy, framework",
        "spring.autoconfigure.exclude, some.Type",
        "spring.main.lazy-initialization, false",
        "SPRING_MAIN_WEB_APPLICATION_TYPE, none",
        "springdoc.api-docs.enabled, false",
        "spring.application.admin.enabled, true",
    })
    void doesNotHoldWhereABeanMayComeOrGo(String name, String value) {
        assertThat(AotContextSelector.obstacle(environment(deployedWith(name, value)), SEEN))
                .contains(name);
    }

    @Test
    void needsAManagementPort() {
        assertThat(AotContextSelector.obstacle(environment(Map.of()), SEEN)).contains("management.server.port");
    }

    @Test
    void whatTheServiceBringsWasSeen() {
        ConfigurableEnvironment environment = environment(DEPLOYED);
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "Config resource 'class path resource [application.yaml]' via location 'optional:classpath:/'",
                        Map.of("spring.main.lazy-initialization", "true")));
        assertThat(AotContextSelector.obstacle(environment, SEEN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.service.kinds[0].type, one",
        "edgewise.service.kinds[1].type, ONE",
        "EDGEWISE_SERVICE_KINDS_2_TYPE, One",
    })
    void aServiceSaysWhatElseTheBuildSaw(String name, String value) {
        assertThat(obstacle(deployedWith(name, value))).isEmpty();
        for (String other : List.of("two", "", "${not.there}")) {
            assertThat(obstacle(deployedWith(name, other))).as(other).contains(name);
        }
    }

    /** Files that are mounted in a pod may have any name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Config resource 'file [/etc/edgewise-defaults/application.yaml]' via location 'file:/etc/edgewise-defaults/'",
                "Config resource 'class path resource [application-x.yaml]' via location 'optional:classpath:/'",
            })
    void whatElseIsOnTheWayWasNotSeen(String source) {
        ConfigurableEnvironment environment = environment(DEPLOYED);
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(source, Map.of("spring.main.lazy-initialization", "true")));

        assertThat(AotContextSelector.obstacle(environment, SEEN)).contains("spring.main.lazy-initialization");
    }

    @Test
    void theBuildFailsWhereItsOwnSettingsWouldLeadToOtherBeans() {
        AotContextSelector selector = new AotContextSelector(logs -> logs.get());
        System.setProperty("spring.aot.processing", "true");
        try {
            assertThatExceptionOfType(InvalidConfigurationException.class)
                    .isThrownBy(() -> selector.postProcessEnvironment(
                            environment(deployedWith("edgewise.store", "memory")), new SpringApplication()))
                    .withMessageContaining("edgewise.store");
            selector.postProcessEnvironment(environment(DEPLOYED), new SpringApplication());
        } finally {
            System.clearProperty("spring.aot.processing");
        }
    }

    private static Optional<String> obstacle(Map<String, Object> given) {
        return AotContextSelector.obstacle(environment(given), SEEN);
    }
}
