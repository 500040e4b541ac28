package dev.edgewise.common.boot;

import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The framework's beans are made when they are first used; ours at the start, where a mistake ends it. */
@AutoConfiguration
public class StartAutoConfiguration {
    @Bean
    static LazyInitializationExcludeFilter eager() {
        return (name, definition, type) -> type.getName().startsWith("dev.edgewise.");
    }
}
