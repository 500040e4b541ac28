package dev.edgewise.common.security;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The claims of a service account's token (a JWT, RFC 7519). They are not verified: they save the API server requests
 * about tokens that cannot be valid, and give the expiry of those that it accepted.
 */
record ServiceAccountClaims(String subject, Instant issued, Instant expires) {
    private static final int LONGEST = 8192;
    private static final int PARTS = 3;
    /** The API server decides what has expired: the clock of this machine may be an hour wrong. */
    private static final Duration LEEWAY = Duration.ofHours(2);

    /** Maximum time between two reviews of a token, whatever it claims. */
    private static final Duration LONGEST_LIFETIME = Duration.ofDays(1);

    /** Reads a token; empty if the API server would not take it: no JWT, for another audience, or expired long ago. */
    static Optional<ServiceAccountClaims> of(String token, String audience, Instant now) {
        String[] parts = token.length() > LONGEST ? new String[0] : token.split("\\.", -1);
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        try {
            JsonNode claims =
                    JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(parts[1]));
            Instant expires = Instant.ofEpochSecond(claims.path("exp").asLong(0));
            Instant issued = Instant.ofEpochSecond(claims.path("iat").asLong(0));
            boolean possible = isFor(claims.path("aud"), audience) && expires.isAfter(now.minus(LEEWAY));
            return possible
                    ? Optional.of(new ServiceAccountClaims(claims.path("sub").asString(""), issued, expires))
                    : Optional.empty();
        } catch (IllegalArgumentException | JacksonException | DateTimeException noJwt) {
            return Optional.empty();
        }
    }

    /**
     * Remaining time for which it is good, by this machine's clock; never longer than its whole validity, a day at
     * most.
     */
    Duration lifetime(Instant now) {
        Duration left = Duration.between(now, expires);
        Duration inAll = Duration.between(issued, expires);
        Duration shorter = left.compareTo(inAll) < 0 ? left : inAll;
        if (shorter.isNegative()) {
            return Duration.ZERO;
        }
        return shorter.compareTo(LONGEST_LIFETIME) < 0 ? shorter : LONGEST_LIFETIME;
    }

    private static boolean isFor(JsonNode audiences, String audience) {
        if (audiences.isString()) {
            return audiences.asString().equals(audience);
        }
        return audiences
                .valueStream()
                .anyMatch(one -> one.isString() && one.asString().equals(audience));
    }
}
