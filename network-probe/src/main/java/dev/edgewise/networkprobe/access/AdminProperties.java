package dev.edgewise.networkprobe.access;

import dev.edgewise.networkprobe.sources.Require;
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
    private static final String PREFIX = "edgewise.network-probe.admin.";

    /** How callers prove who they are. */
    public enum Auth {
        /** By a token of the cluster, whose roles say what they may do. */
        TOKEN_REVIEW,
        /** Not at all: whoever reaches the service may do everything. For a laptop. */
        NONE
    }

    public AdminProperties {
        Require.that(!audience.isBlank(), PREFIX + "audience", audience, "what tokens are made for");
        Require.that(!cache.isNegative() && !cache.isZero(), PREFIX + "cache", cache, "positive");
    }
}
