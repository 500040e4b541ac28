package dev.edgewise.common.boot;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/** A mistake in the settings ends the start. */
@AutoConfiguration
public class StartupCheckAutoConfiguration {
    private static final String OURS = "dev.edgewise.";

    /** The framework's beans are made when they are first used; ours at the start. */
    @Bean
    static LazyInitializationExcludeFilter eager() {
        return (name, definition, type) -> type.getName().startsWith(OURS);
    }

    /** Checks, before any bean is made, that the service knows all properties of ours that it was given. */
    @Bean
    static BeanFactoryPostProcessor unknownPropertiesCheck(ConfigurableEnvironment environment) {
        return beans -> {
            List<? extends Class<?>> types = Arrays.stream(
                            beans.getBeanNamesForAnnotation(ConfigurationProperties.class))
                    .map(name -> beans.getType(name, false))
                    .filter(Objects::nonNull)
                    .filter(type -> type.getName().startsWith(OURS))
                    .toList();
            new UnknownPropertiesCheck(new KnownProperties(types)).check(environment);
        };
    }
}
