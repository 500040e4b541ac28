package dev.edgewise.global.loop;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the decisions.
 *
 * @param workers threads that decide and write records [1 to 200]
 * @param askers threads that wait for bids [1 to 200]
 * @param bidsWithin time within which clusters of a level answer; those that do not are left out [10ms to 1m]
 */
@ConfigurationProperties("edgewise.global")
public record RequestDecisionProperties(
        @DefaultValue("16") int workers, @DefaultValue("16") int askers, @DefaultValue("2s") Duration bidsWithin) {
    private static final int MOST_THREADS = 200;

    public RequestDecisionProperties {
        Require.within("edgewise.global.workers", workers, 1, MOST_THREADS);
        Require.within("edgewise.global.askers", askers, 1, MOST_THREADS);
        Require.within("edgewise.global.bids-within", bidsWithin, Duration.ofMillis(10), Duration.ofMinutes(1));
    }
}
