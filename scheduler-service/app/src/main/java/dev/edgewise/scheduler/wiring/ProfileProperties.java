package dev.edgewise.scheduler.wiring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of profiles beside the built-in ones, by name; one with the name of a built-in profile replaces it.
 *
 * @param profiles further profiles by name; one with the name of a built-in profile replaces it [see Profiles]
 * @param extenderProfiles profiles whose pods a kube-scheduler places with the extender; this service does not bind
 *     them [names of profiles]
 */
@ConfigurationProperties("edgewise.scheduler")
record ProfileProperties(@DefaultValue Map<String, Definition> profiles, @DefaultValue List<String> extenderProfiles) {
    /**
     * A profile's parts, by the names of filters and scores that built-in profiles have.
     *
     * @param like a built-in profile that gives what is not said here; empty for none
     * @param without names of filters and scores of {@code like} that are left out; of a name that both a filter and a
     *     score have, both
     * @param filters in the order in which a first rejection counts
     * @param scores weight, above 0, at most 1,000,000, by score; with {@code like} they change and add to the other's,
     *     and 0 leaves one out
     * @param maxFeasibleNodes how many feasible nodes are enough to choose from, 1 or more; 100 by default, with {@code
     *     like} the other's
     */
    public record Definition(
            @DefaultValue("") String like,
            @DefaultValue List<String> without,
            @DefaultValue List<String> filters,
            @DefaultValue Map<String, Double> scores,
            @Nullable Integer maxFeasibleNodes) {}
}
