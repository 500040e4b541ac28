package dev.edgewise.common.security;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of access to the REST interface, the same in every service.
 *
 * @param auth {@code none}: every caller may do everything and agents are trusted [token-review, none]
 * @param audience audience of accepted tokens; empty: {@code edgewise-<service>} [audience]
 * @param cache how long an answer of the API server about a caller is cached [1ms to 1d]
 */
@ConfigurationProperties("edgewise.security")
public record SecurityProperties(
        @DefaultValue("token-review") Auth auth,
        @DefaultValue("") String audience,
        @DefaultValue("1m") Duration cache) {
    /** Authentication of callers. */
    public enum Auth {
        /** Tokens of the cluster, whose roles grant permissions. */
        TOKEN_REVIEW,
        /** No authentication: all clients may do everything. For a laptop. */
        NONE
    }

    public SecurityProperties {
        Require.within("edgewise.security.cache", cache, Duration.ofMillis(1), Duration.ofDays(1));
    }

    public boolean reviewsTokens() {
        return auth == Auth.TOKEN_REVIEW;
    }
}
