package dev.edgewise.common.security;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the token in the header {@code Authorization} (RFC 6750, 2.1). */
public final class BearerToken {
    private static final String SCHEME = "Bearer ";

    private BearerToken() {}

    /** Reads the token; empty if the header is missing, of another scheme, or without a token. */
    public static Optional<String> of(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return Optional.of(authorization.substring(SCHEME.length()).strip()).filter(token -> !token.isEmpty());
    }
}
