package dev.edgewise.scheduler;

import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/**
 * Starts the service. What Spring Cloud brings for configuration that changes at run time, and Spring Data for web
 * pages of repositories, is left out: nothing here uses it, and it costs a fifth of the start.
 */
@SpringBootApplication(
        excludeName = {
            "org.springframework.boot.data.autoconfigure.web.DataWebAutoConfiguration",
            "org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration",
            "org.springframework.cloud.autoconfigure.ConfigurationPropertiesRebinderAutoConfiguration",
            "org.springframework.cloud.autoconfigure.LifecycleMvcEndpointAutoConfiguration",
            "org.springframework.cloud.autoconfigure.RefreshAutoConfiguration",
            "org.springframework.cloud.autoconfigure.RefreshEndpointAutoConfiguration",
            "org.springframework.cloud.autoconfigure.WritableEnvironmentEndpointAutoConfiguration",
        })
@ConfigurationPropertiesScan
public class SchedulerApplication {
    public static void main(String[] args) {
        MemoryThrift.begin();
        // Spring's thread that warms up what "most" applications use competes with the start for the processor.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        SpringApplication.run(SchedulerApplication.class, args);
    }

    /** The framework's beans are made when they are first used; ours at the start, where a mistake ends it. */
    @Bean
    static LazyInitializationExcludeFilter eager() {
        return (name, definition, type) -> type.getName().startsWith("dev.edgewise.");
    }
}
