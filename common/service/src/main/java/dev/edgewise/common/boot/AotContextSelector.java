package dev.edgewise.common.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Starts from the application context that the build prepared (Spring's ahead-of-time processing), which makes the
 * start a third shorter. The build saw the settings of a deployment. Any other setting that might add or remove a bean
 * makes Spring prepare the context again at the start. The build fails if its own settings would cause that.
 */
final class AotContextSelector implements EnvironmentPostProcessor {
    /** Resource of each module with the settings that conditions on beans read, and the values that the build saw. */
    private static final String SEEN = "META-INF/edgewise-build.properties";
    /** Prefixes of framework settings that no condition reads. */
    private static final List<String> HARMLESS = Stream.of(
                    "management.metrics.tags",
                    "management.server.address",
                    "management.server.port",
                    "server.address",
                    "server.port",
                    "server.shutdown",
                    "server.ssl",
                    "server.tomcat",
                    "spring.aot",
                    "spring.application.json",
                    "spring.application.name",
                    "spring.application.pid",
                    "spring.application.version",
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

    /** Property sources that come with the service; the build saw them, too. */
    private static final Set<String> OWN = Set.of("edgewise-defaults", "defaultProperties");

    private static final String OWN_FILE = "Config resource 'class path resource [application.";

    private final Log log;

    AotContextSelector(DeferredLogFactory logs) {
        this.log = logs.getLog(AotContextSelector.class);
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
            obstacle(environment, seen()).ifPresent(AotContextSelector::refuse);
        } else if (System.getProperty(AotDetector.AOT_ENABLED) == null && isBuilt(application)) {
            Optional<String> obstacle = obstacle(environment, seen());
            obstacle.ifPresent(name -> log.info(
                    "The context that the build prepared does not fit, so the start takes longer; setting=" + name));
            SpringProperties.setProperty(AotDetector.AOT_ENABLED, Boolean.toString(obstacle.isEmpty()));
        }
    }

    private static void refuse(String name) {
        throw new InvalidConfigurationException(
                name + " is set where the build prepares the context of a deployment, which must not have it",
                "Remove it from the environment and the directory of the build.");
    }

    /** Values that the build saw, by plain names. */
    static Map<String, String> seen() {
        try {
            Map<String, String> seen = new HashMap<>();
            PropertiesLoaderUtils.loadAllProperties(SEEN)
                    .forEach((name, value) -> seen.put(KnownProperties.plain(name.toString()), value.toString()));
            return seen;
        } catch (IOException e) {
            throw new UncheckedIOException(SEEN + " cannot be read", e);
        }
    }

    /** A setting that may lead to other beans than those that the build worked out. */
    static Optional<String> obstacle(ConfigurableEnvironment environment, Map<String, String> seen) {
        if (!hasManagementPort(environment)) {
            return Optional.of("management.server.port");
        }
        return environment.getPropertySources().stream()
                .filter(AotContextSelector::isGiven)
                .flatMap(AotContextSelector::names)
                .filter(name -> !isAsBuilt(name, environment, seen))
                .findFirst();
    }

    private static boolean isAsBuilt(String name, ConfigurableEnvironment environment, Map<String, String> seen) {
        String plain = KnownProperties.plain(name);
        String built = seen.get(plain);
        return built == null ? isHarmless(plain) : built.equalsIgnoreCase(value(name, environment));
    }

    private static @Nullable String value(String name, ConfigurableEnvironment environment) {
        try {
            return environment.getProperty(name);
        } catch (PlaceholderResolutionException unresolved) {
            // The start says so, as well as it can.
            return null;
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
        return !OWN.contains(source.getName()) && !source.getName().startsWith(OWN_FILE);
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
