package dev.edgewise.common.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often the API server is asked about tokens that it refuses, for each address that sends them. Further
 * tokens of such an address are reviewed one after the other, one a second, since honest callers may share it, as
 * behind an ingress. Subjects that had a good token recently are reviewed without a pause: they have a budget of their
 * own. Callers with good tokens are never counted.
 */
final class RefusedTokenLimit {
    /**
     * Refused tokens of one address that are reviewed at once, as after a restart of a service whose callers hold old
     * tokens.
     */
    static final int BURST = 20;

    static final Duration REFILL = Duration.ofSeconds(1);
    /** Maximum time that a caller waits for its review. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
    /** Threads that wait at a time, for all addresses. */
    private static final int MOST_WAITING = 16;

    private static final int MOST_ADDRESSES = 10_000;
    /** Agents of all nodes have one subject; the subjects of a cluster that call these services are few. */
    private static final int MOST_SUBJECTS = 2_000;

    private final Supplier<@Nullable String> address;
    private final Ticker ticker;
    private final Pause pause;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    /**
     * Time when the next refusal of an address, or of a subject at one, would be paid for: the generic cell rate
     * algorithm.
     */
    private final Cache<String, Long> paidUntil = atMost(MOST_ADDRESSES);
    /** Time of the last review, past or planned, of an address that has used up its budget. */
    private final Cache<String, Long> lastSlots = atMost(MOST_ADDRESSES);
    /** Subjects that had a good token, with the address that sent it; those used least go first. */
    private final Cache<String, Boolean> good = atMost(MOST_SUBJECTS);

    /** Waits. */
    @FunctionalInterface
    interface Pause {
        void await(Duration time) throws InterruptedException;
    }

    /** @param address of the caller whose request this thread serves; null if it serves none */
    RefusedTokenLimit(Supplier<@Nullable String> address, Ticker ticker, Pause pause) {
        this.address = address;
        this.ticker = ticker;
        this.pause = pause;
    }

    private static <A> Cache<String, A> atMost(int entries) {
        return Caffeine.newBuilder()
                .maximumSize(entries)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Reviews a token, after a pause if the caller's address has used up its budget.
     *
     * @param subject of the token, which is not verified
     * @throws ReviewUnavailableException if too many tokens of the caller's address were refused recently, and others
     *     wait
     */
    Optional<TokenUser> review(String subject, Supplier<Optional<TokenUser>> review) {
        String from = address.get();
        if (from == null) {
            return review.get();
        }
        String account = from + " " + subject;
        boolean isOver = isOver(from);
        boolean isExempt = isOver && good.getIfPresent(account) != null && !isOver(account);
        if (isOver && !isExempt) {
            awaitSlot(from);
        }
        Optional<TokenUser> user = review.get();
        if (user.isPresent()) {
            good.put(account, true);
        } else {
            count(isExempt ? account : from);
        }
        return user;
    }

    private boolean isOver(String payer) {
        Long until = paidUntil.getIfPresent(payer);
        return until != null && until - ticker.nanos() > (BURST - 1) * REFILL.toNanos();
    }

    /** Counts a token that was refused, up to the budget: what was reviewed after a pause is paid for. */
    private void count(String payer) {
        long now = ticker.nanos();
        long full = BURST * REFILL.toNanos();
        paidUntil
                .asMap()
                .merge(
                        payer,
                        now + REFILL.toNanos(),
                        (until, fresh) -> until - now > 0
                                ? Long.valueOf(now + Math.min(until - now + REFILL.toNanos(), full))
                                : fresh);
    }

    private void awaitSlot(String from) {
        long now = ticker.nanos();
        if (!waiting.tryAcquire()) {
            throw refused(from);
        }
        try {
            long slot = lastSlots.asMap().compute(from, (key, last) -> nextSlot(from, last, now));
            if (slot - now > 0) {
                pause.await(Duration.ofNanos(slot - now));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(from);
        } finally {
            waiting.release();
        }
    }

    private static Long nextSlot(String from, @Nullable Long last, long now) {
        long wait = last == null ? 0 : Math.max(last + REFILL.toNanos() - now, 0);
        if (wait > LONGEST_WAIT.toNanos()) {
            throw refused(from);
        }
        return now + wait;
    }

    private static ReviewUnavailableException refused(String from) {
        return new ReviewUnavailableException(
                "the token is not reviewed: too many tokens that " + from + " sent lately were not valid", null);
    }
}
