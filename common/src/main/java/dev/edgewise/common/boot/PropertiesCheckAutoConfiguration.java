package dev.edgewise.common.boot;

import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/** Checks, before any bean is made, that the service knows all properties of ours that it was given. */
@AutoConfiguration
public class PropertiesCheckAutoConfiguration {
    private static final String OURS = "dev.edgewise.";

    @Bean
    static BeanFactoryPostProcessor unknownPropertiesCheck(ConfigurableEnvironment environment) {
        return beans -> {
            List<Class<?>> records = new ArrayList<>();
            for (String name : beans.getBeanNamesForAnnotation(ConfigurationProperties.class)) {
                Class<?> type = beans.getType(name, false);
                if (type != null && type.getName().startsWith(OURS)) {
                    records.add(type);
                }
            }
            new UnknownPropertiesCheck(new KnownProperties(records)).check(environment);
        };
    }
}
