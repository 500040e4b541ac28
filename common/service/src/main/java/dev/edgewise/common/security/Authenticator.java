package dev.edgewise.common.security;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Finds the user of a token. Asks the API server about each token once in a while, and never about a text that cannot
 * be a token.
 */
public final class Authenticator {
    private final TokenReviewer reviewer;
    private final InstantSource clock;
    private final ReviewCache<Optional<TokenUser>> known;
    private final RefusedTokenLimit refused;

    /** @param cache how long an answer holds */
    public Authenticator(TokenReviewer reviewer, Duration cache, InstantSource clock) {
        this(
                reviewer,
                cache,
                clock,
                new RefusedTokenLimit(
                        CallerAddress::current, Ticker.system(), time -> TimeUnit.NANOSECONDS.sleep(time.toNanos())));
    }

    Authenticator(TokenReviewer reviewer, Duration cache, InstantSource clock, RefusedTokenLimit refused) {
        this.reviewer = reviewer;
        this.clock = clock;
        this.known = new ReviewCache<>(cache, Optional::isPresent, Ticker.system());
        this.refused = refused;
    }

    /**
     * Returns the user of a token; empty if it is not a good one of this cluster, for this audience. While the API
     * server is unreachable, the last review of a good token holds until the token ends.
     *
     * @throws ReviewUnavailableException if that cannot be said now
     */
    public Optional<TokenUser> userOf(String token) {
        Optional<TokenUser> user = ServiceAccountClaims.of(token, audience(), clock.instant())
                .flatMap(shape -> known.get(
                        token,
                        shape.lifetime(clock.instant()),
                        () -> refused.review(shape.subject(), () -> reviewer.userOf(token))));
        user.ifPresent(AuditLog::remember);
        return user;
    }

    public String audience() {
        return reviewer.audience();
    }

    /** Remaining time for which the token can be good; zero if it cannot. */
    Duration lifetime(String token) {
        return ServiceAccountClaims.of(token, audience(), clock.instant())
                .map(shape -> shape.lifetime(clock.instant()))
                .orElse(Duration.ZERO);
    }
}
