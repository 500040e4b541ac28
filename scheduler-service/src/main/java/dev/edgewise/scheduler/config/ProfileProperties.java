package dev.edgewise.scheduler.config;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Profiles beside the built-in ones, by name; one that has a built-in one's name replaces it.
 *
 * @param profiles how each is made up
 */
@ConfigurationProperties("edgewise.scheduler")
public record ProfileProperties(@DefaultValue Map<String, Definition> profiles) {
    /**
     * A profile's parts, by the names that {@code explain} shows.
     *
     * @param filters in the order in which a first rejection counts
     * @param scores weight, above 0, by score
     * @param enough how many feasible nodes are enough to choose from, 1 or more
     */
    public record Definition(
            @DefaultValue List<String> filters,
            @DefaultValue Map<String, Double> scores,
            @DefaultValue("100") int enough) {}
}
