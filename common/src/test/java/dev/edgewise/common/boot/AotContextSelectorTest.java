package dev.edgewise.common.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
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
        assertThat(AotContextSelector.obstacle(environment(DEPLOYED), List.of()))
                .isEmpty();
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
    })
    void doesNotHoldWhereABeanMayComeOrGo(String name, String value) {
        assertThat(AotContextSelector.obstacle(environment(deployedWith(name, value)), List.of()))
                .contains(name);
    }

    @Test
    void needsAManagementPort() {
        assertThat(AotContextSelector.obstacle(environment(Map.of()), List.of()))
                .contains("management.server.port");
    }

    @Test
    void whatTheServiceBringsWasSeen() {
        ConfigurableEnvironment environment = environment(DEPLOYED);
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "Config resource 'class path resource [application.yaml]'",
                        Map.of("spring.main.lazy-initialization", "true")));
        assertThat(AotContextSelector.obstacle(environment, List.of())).isEmpty();
    }

    @Test
    void aServiceSaysWhatElseTheBuildSaw() {
        BuildAssumption assumption = new BuildAssumption() {
            @Override
            public String property() {
                return "edgewise.service.kinds";
            }

            @Override
            public boolean holds(Environment environment) {
                String kinds = environment.getProperty("edgewise.service.kinds", "one");
                if (kinds.isEmpty()) {
                    throw new IllegalArgumentException("edgewise.service.kinds is empty");
                }
                return kinds.equals("one");
            }
        };

        assertThat(AotContextSelector.obstacle(environment(DEPLOYED), List.of(assumption)))
                .isEmpty();
        for (String other : List.of("two", "")) {
            ConfigurableEnvironment given = environment(deployedWith("edgewise.service.kinds", other));
            assertThat(AotContextSelector.obstacle(given, List.of(assumption))).contains("edgewise.service.kinds");
        }
    }
}
