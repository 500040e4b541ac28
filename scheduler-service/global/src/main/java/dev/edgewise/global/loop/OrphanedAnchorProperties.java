package dev.edgewise.global.loop;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the search for orphaned anchors.
 *
 * @param searchEvery how often members are searched [1s to 1h]
 * @param deleteAfter time for which an anchor of an unknown request is only shown, before it is deleted [1s to 30d]
 */
@ConfigurationProperties("edgewise.global.leftovers")
public record OrphanedAnchorProperties(
        @DefaultValue("30s") Duration searchEvery, @DefaultValue("10m") Duration deleteAfter) {
    private static final String PREFIX = "edgewise.global.leftovers.";

    public OrphanedAnchorProperties {
        Duration second = Duration.ofSeconds(1);
        Require.within(PREFIX + "search-every", searchEvery, second, Duration.ofHours(1));
        Require.within(PREFIX + "delete-after", deleteAfter, second, Duration.ofDays(30));
    }
}
