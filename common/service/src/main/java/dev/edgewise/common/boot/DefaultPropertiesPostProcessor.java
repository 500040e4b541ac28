package dev.edgewise.common.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.ResourcePropertySource;

/**
 * Puts the services' common defaults last, so that everything else overrides them; without Redis, its set-up is left
 * out.
 */
public final class DefaultPropertiesPostProcessor implements EnvironmentPostProcessor {
    private static final Set<String> STORES = Set.of("redis", "memory");
    private static final String REDIS = "org.springframework.boot.data.redis.autoconfigure.";
    private static final Map<String, Object> WITHOUT_REDIS = Map.of(
            "spring.autoconfigure.exclude",
            String.join(
                    ",",
                    REDIS + "DataRedisAutoConfiguration",
                    REDIS + "DataRedisReactiveAutoConfiguration",
                    REDIS + "DataRedisRepositoriesAutoConfiguration",
                    REDIS + "health.DataRedisHealthContributorAutoConfiguration",
                    REDIS + "health.DataRedisReactiveHealthContributorAutoConfiguration"));

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String store = environment.getProperty("edgewise.store", "redis");
        if (!STORES.contains(store.toLowerCase(Locale.ROOT))) {
            throw new InvalidConfigurationPropertyValueException(
                    "edgewise.store", store, "It must be redis or memory.");
        }
        if (store.equalsIgnoreCase("memory")) {
            environment.getPropertySources().addLast(new MapPropertySource("edgewise-without-redis", WITHOUT_REDIS));
        }
        try {
            environment
                    .getPropertySources()
                    .addLast(new ResourcePropertySource(
                            "edgewise-defaults", new ClassPathResource("edgewise-defaults.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
