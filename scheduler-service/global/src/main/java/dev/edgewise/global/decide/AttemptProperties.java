package dev.edgewise.global.decide;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of attempts.
 *
 * @param observeEvery time between two looks at an attempt that is not ready: a tenth at first, up to 10 times as long
 *     while it is deleted [100ms to 5m]
 * @param bidsValid time for which a bid may be accepted after it was made [1s to 5m]
 * @param pauseAfterFailure pause after the first failure of a request, doubled with each further one [0s to 1h]
 * @param longestPause longest pause after a failure [0s to 24h]
 * @param fence time after which a member deletes an anchor that was not renewed, with {@code onUnreachable: Fence} [10s
 *     to 1h]
 * @param fenceMargin time beyond the fence that the member has for the deletion, longer than its pods take to stop [0s
 *     to 1h]
 * @param replacedAfter time for which another uid must be seen under the name of a cluster until that counts as
 *     replaced [1s to 1h]
 */
@ConfigurationProperties("edgewise.global.attempts")
public record AttemptProperties(
        @DefaultValue("2s") Duration observeEvery,
        @DefaultValue("10s") Duration bidsValid,
        @DefaultValue("5s") Duration pauseAfterFailure,
        @DefaultValue("5m") Duration longestPause,
        @DefaultValue("30s") Duration fence,
        @DefaultValue("60s") Duration fenceMargin,
        @DefaultValue("60s") Duration replacedAfter) {
    private static final String PREFIX = "edgewise.global.attempts.";

    public AttemptProperties {
        Duration hour = Duration.ofHours(1);
        Require.within(PREFIX + "observe-every", observeEvery, Duration.ofMillis(100), Duration.ofMinutes(5));
        Require.within(PREFIX + "bids-valid", bidsValid, Duration.ofSeconds(1), Duration.ofMinutes(5));
        Require.within(PREFIX + "pause-after-failure", pauseAfterFailure, Duration.ZERO, hour);
        Require.within(PREFIX + "longest-pause", longestPause, Duration.ZERO, Duration.ofDays(1));
        Require.within(PREFIX + "fence", fence, Duration.ofSeconds(10), hour);
        Require.within(PREFIX + "fence-margin", fenceMargin, Duration.ZERO, hour);
        Require.within(PREFIX + "replaced-after", replacedAfter, Duration.ofSeconds(1), hour);
    }

    /** Returns the pause after so many failures. */
    Duration pauseAfter(int failures) {
        Duration pause = pauseAfterFailure;
        for (int i = 1; i < failures && pause.compareTo(longestPause) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(longestPause) < 0 ? pause : longestPause;
    }
}
