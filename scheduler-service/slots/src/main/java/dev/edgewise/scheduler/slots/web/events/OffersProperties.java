package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of offers of free slots.
 *
 * @param deadline time within which an offer may be answered [1s to 30s]
 */
@ConfigurationProperties("edgewise.scheduler.slots.offers")
record OffersProperties(@DefaultValue("10s") Duration deadline) {
    OffersProperties {
        Require.within(
                "edgewise.scheduler.slots.offers.deadline", deadline, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }
}
