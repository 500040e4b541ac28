package dev.edgewise.common.boot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;

/**
 * Starts with the beans that the build worked out (Spring's ahead-of-time processing), which takes a third off the start,
 * wherever they are the same that the settings would lead to: the build saw those of a deployment, and any other setting
 * that might add or remove a bean makes Spring work them out again.
 */
final class AotContextSelector implements EnvironmentPostProcessor {
    /** Conditions of the parts that services share, with what the build saw. */
    private static final Map<String, String> SEEN =
            Map.of("edgewise.store", "redis", "edgewise.leader-election.enabled", "true");
    /** Of the frameworks' settings, by their beginnings, those that no condition looks at. */
    private static final List<String> HARMLESS = Stream.of(
                    "logging",
                    "management.metrics.tags",
                    "management.server.address",
                    "management.server.port",
                    "server.address",
                    "server.port",
                    "server.shutdown",
                    "server.ssl",
                    "server.tomcat",
                    "spring.aot",
                    "spring.application",
                    "spring.backgroundpreinitializer",
                    "spring.cloud.client",
                    "spring.cloud.kubernetes.client.namespace",
                    "spring.config",
                    "spring.data.redis.connect-timeout",
                    "spring.data.redis.database",
                    "spring.data.redis.host",
                    "spring.data.redis.password",
                    "spring.data.redis.port",
                    "spring.data.redis.ssl",
                    "spring.data.redis.timeout",
                    "spring.data.redis.url",
                    "spring.data.redis.username",
                    "spring.lifecycle",
                    "spring.profiles")
            .map(KnownProperties::plain)
            .toList();

    private static final List<String> FRAMEWORKS = List.of("management", "server", "spring");

    /** What comes with the service; the build saw it, too. */
    private static final List<String> OWN = List.of("class path resource", "edgewise-defaults", "defaultProperties");

    private final Log log;

    AotContextSelector(DeferredLogFactory logs) {
        this.log = logs.getLog(AotContextSelector.class);
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (System.getProperty(AotDetector.AOT_ENABLED) != null || !isBuilt(application)) {
            return;
        }
        Optional<String> obstacle = obstacle(environment, assumptions());
        obstacle.ifPresent(name -> log.debug("Beans are worked out anew, because of " + name));
        SpringProperties.setProperty(AotDetector.AOT_ENABLED, Boolean.toString(obstacle.isEmpty()));
    }

    private static List<BuildAssumption> assumptions() {
        return SpringFactoriesLoader.forDefaultResourceLocation().load(BuildAssumption.class);
    }

    /** A setting that may lead to other beans than those that the build worked out. */
    static Optional<String> obstacle(ConfigurableEnvironment environment, List<BuildAssumption> assumptions) {
        if (!hasManagementPort(environment)) {
            return Optional.of("management.server.port");
        }
        return Stream.of(
                        SEEN.entrySet().stream()
                                .filter(seen -> !seen.getValue()
                                        .equalsIgnoreCase(environment.getProperty(seen.getKey(), seen.getValue())))
                                .map(Map.Entry::getKey),
                        assumptions.stream()
                                .filter(assumption -> !holds(assumption, environment))
                                .map(BuildAssumption::property),
                        environment.getPropertySources().stream()
                                .filter(AotContextSelector::isGiven)
                                .flatMap(AotContextSelector::names)
                                .filter(name -> !isHarmless(KnownProperties.plain(name))))
                .flatMap(Function.identity())
                .findFirst();
    }

    private static boolean holds(BuildAssumption assumption, ConfigurableEnvironment environment) {
        try {
            return assumption.holds(environment);
        } catch (RuntimeException invalid) {
            // The start says so, as well as it can.
            return false;
        }
    }

    /** A port of its own has a server of its own. */
    private static boolean hasManagementPort(ConfigurableEnvironment environment) {
        String port = environment.getProperty("management.server.port", "");
        return !port.isBlank()
                && !port.startsWith("-")
                && (port.equals("0") || !port.equals(environment.getProperty("server.port", "8080")));
    }

    private static boolean isBuilt(SpringApplication application) {
        Class<?> main = application.getMainApplicationClass();
        return main != null
                && ClassUtils.isPresent(
                        main.getName() + "__ApplicationContextInitializer", application.getClassLoader());
    }

    private static boolean isGiven(PropertySource<?> source) {
        return OWN.stream().noneMatch(source.getName()::contains);
    }

    private static Stream<String> names(PropertySource<?> source) {
        return source instanceof EnumerablePropertySource<?> enumerable
                ? Stream.of(enumerable.getPropertyNames())
                : Stream.empty();
    }

    private static boolean isHarmless(String name) {
        return FRAMEWORKS.stream().noneMatch(name::startsWith)
                || HARMLESS.stream().anyMatch(name::startsWith);
    }
}
