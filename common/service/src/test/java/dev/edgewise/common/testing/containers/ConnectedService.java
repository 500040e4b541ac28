package dev.edgewise.common.testing.containers;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Beans that every service sets up on its own, without the settings of a particular one. */
@EdgewiseServiceApplication
public class ConnectedService {
    /** @param properties as its user writes them */
    public static ConfigurableApplicationContext start(List<String> properties) {
        return new SpringApplicationBuilder(ConnectedService.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=connected-service", "spring.application.name=connected-service")
                .run(properties.stream().map(property -> "--" + property).toArray(String[]::new));
    }
}
