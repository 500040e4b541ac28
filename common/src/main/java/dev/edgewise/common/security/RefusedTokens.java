package dev.edgewise.common.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often the API server is asked about tokens that turn out to be no good ones, for each address that sends them. Who invents tokens is refused
 * without a review from then on; callers with good tokens are never counted.
 */
final class RefusedTokens {
    /** Refused tokens of one address that are reviewed at once, as after a restart of a service whose callers hold old tokens. */
    static final int BURST = 20;

    static final Duration REFILL = Duration.ofSeconds(1);
    private static final int MOST_ADDRESSES = 10_000;

    private final Supplier<@Nullable String> address;
    private final Ticker ticker;
    /** When the next refusal of an address would be paid for: the generic cell rate algorithm. */
    private final Cache<String, Long> paidUntil = Caffeine.newBuilder()
            .maximumSize(MOST_ADDRESSES)
            .executor(Runnable::run)
            .build();

    /** @param address of the caller whose request this thread serves; null if it serves none */
    RefusedTokens(Supplier<@Nullable String> address, Ticker ticker) {
        this.address = address;
        this.ticker = ticker;
    }

    /** @throws ReviewUnavailableException if too many tokens of the caller's address were refused lately */
    void requireFew() {
        String from = address.get();
        Long until = from == null ? null : paidUntil.getIfPresent(from);
        if (until != null && until - ticker.nanos() > (BURST - 1) * REFILL.toNanos()) {
            throw new ReviewUnavailableException(
                    "the token is not reviewed: too many tokens that " + from + " sent lately were not valid", null);
        }
    }

    /** Counts a token that was refused. */
    void count() {
        String from = address.get();
        if (from != null) {
            long now = ticker.nanos();
            paidUntil
                    .asMap()
                    .merge(
                            from,
                            now + REFILL.toNanos(),
                            (until, fresh) -> until - now > 0 ? Long.valueOf(until + REFILL.toNanos()) : fresh);
        }
    }
}
