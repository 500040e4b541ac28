package dev.edgewise.networkprobe.access;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Calls that change something.
 *
 * @param auth how callers prove who they are
 * @param audience the audience of their tokens
 * @param cache how long a call that was allowed is allowed again without asking; positive
 */
@ConfigurationProperties("edgewise.network-probe.admin")
public record AdminProperties(
        @DefaultValue("token-review") Auth auth,
        @DefaultValue("edgewise-network-probe") String audience,
        @DefaultValue("1m") Duration cache) {
    /** How callers prove who they are. */
    public enum Auth {
        /** By a token of the cluster, whose roles say what they may do. */
        TOKEN_REVIEW,
        /** Not at all: whoever reaches the service may do everything. For a laptop. */
        NONE
    }

    public AdminProperties {
        if (audience.isBlank()) {
            throw new IllegalArgumentException(
                    "edgewise.network-probe.admin.audience is empty: it must be what tokens are made for");
        }
        if (cache.isNegative() || cache.isZero()) {
            throw new IllegalArgumentException(
                    "edgewise.network-probe.admin.cache is " + cache + ": it must be positive");
        }
    }
}
