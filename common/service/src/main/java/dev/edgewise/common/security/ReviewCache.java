package dev.edgewise.common.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the reviews of tokens, by the tokens' hashes, for a limited time; those used least go first. Rejections have a
 * cache of their own, so that invented tokens push no valid one out. Concurrent calls with the same token make one
 * request. Safe for many threads.
 *
 * @param <A> the answers
 */
final class ReviewCache<A> {
    /** Two tokens each of the agents of 10,000 nodes: they are renewed each hour. */
    static final int MOST_GOOD = 20_000;

    static final int MOST_REFUSED = 2_000;
    /** Calls that wait for the review that another call with the same token asked for: each holds a thread. */
    private static final int MOST_JOINING = 32;

    /** A token that was refused is asked about again soon, yet not at each call. */
    private static final Duration REFUSED = Duration.ofSeconds(10);
    /** Time for which an expired answer is still used, where it could not be renewed. */
    private static final Duration PROLONGED = Duration.ofSeconds(5);

    private final Duration time;
    private final Predicate<A> isGood;
    private final Ticker ticker;
    private final Cache<String, Known<A>> good = atMost(MOST_GOOD);
    private final Cache<String, Known<A>> refused = atMost(MOST_REFUSED);
    private final Map<String, CompletableFuture<A>> asked = new HashMap<>();
    private final Semaphore joining = new Semaphore(MOST_JOINING);

    /**
     * An answer. Times are of a clock for intervals.
     *
     * @param until it holds without asking again
     * @param end time until which it may be used while reviews are unavailable
     */
    private record Known<A>(A answer, long until, long end) {}

    /**
     * @param time how long a good answer holds at most; three quarters of it at least
     * @param isGood whether an answer grants access; others are cached 10 s at most
     */
    ReviewCache(Duration time, Predicate<A> isGood, Ticker ticker) {
        this.time = time;
        this.isGood = isGood;
        this.ticker = ticker;
    }

    /**
     * @param question the token, and what else the answer depends on
     * @param lifetime how long a good answer may be used while reviews are unavailable
     * @param ask what it throws is not remembered
     * @throws ReviewUnavailableException if {@code ask} throws it, and no good answer of before may hold on
     */
    A get(String question, Duration lifetime, Supplier<A> ask) {
        String hash = hash(question);
        CompletableFuture<A> others;
        CompletableFuture<A> own = new CompletableFuture<>();
        synchronized (asked) {
            Known<A> known = known(hash);
            if (known != null && known.until() - ticker.nanos() > 0) {
                return known.answer();
            }
            others = asked.putIfAbsent(hash, own);
        }
        return others == null ? ask(hash, own, lifetime, ask) : await(others);
    }

    private A ask(String hash, CompletableFuture<A> own, Duration lifetime, Supplier<A> ask) {
        try {
            A answer = ask.get();
            remember(hash, answer, lifetime);
            own.complete(answer);
            return answer;
        } catch (ReviewUnavailableException e) {
            A before = prolonged(hash);
            if (before == null) {
                own.completeExceptionally(e);
                throw e;
            }
            own.complete(before);
            return before;
        } catch (RuntimeException | Error e) {
            own.completeExceptionally(e);
            throw e;
        } finally {
            synchronized (asked) {
                asked.remove(hash);
            }
        }
    }

    /** The call that asks has a timeout, so this ends. */
    private A await(CompletableFuture<A> others) {
        if (!joining.tryAcquire()) {
            throw new ReviewUnavailableException("tokens and rights are being reviewed for too many calls", null);
        }
        try {
            return others.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ReviewUnavailableException(String.valueOf(cause.getMessage()), e);
        } finally {
            joining.release();
        }
    }

    private void remember(String hash, A answer, Duration lifetime) {
        boolean isGoodOne = isGood.test(answer);
        Duration held = isGoodOne || time.compareTo(REFUSED) < 0 ? time : REFUSED;
        long now = ticker.nanos();
        long until = now + spread(held, hash).toNanos();
        synchronized (asked) {
            (isGoodOne ? refused : good).invalidate(hash);
            (isGoodOne ? good : refused).put(hash, new Known<>(answer, until, now + lifetime.toNanos()));
        }
    }

    private @Nullable A prolonged(String hash) {
        long now = ticker.nanos();
        synchronized (asked) {
            Known<A> before = good.getIfPresent(hash);
            if (before == null || before.end() - now <= 0) {
                return null;
            }
            long until = now + Math.min(PROLONGED.toNanos(), before.end() - now);
            good.put(hash, new Known<>(before.answer(), until, before.end()));
            return before.answer();
        }
    }

    private @Nullable Known<A> known(String hash) {
        Known<A> known = good.getIfPresent(hash);
        return known != null ? known : refused.getIfPresent(hash);
    }

    private static <A> Cache<String, Known<A>> atMost(int entries) {
        return Caffeine.newBuilder()
                .maximumSize(entries)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Shortens the time by up to a quarter, always the same for a token: thousands of agents that started together are
     * not reviewed together forever.
     */
    private static Duration spread(Duration held, String hash) {
        int share = HexFormat.fromHexDigits(hash, 0, 2);
        return held.minus(held.multipliedBy(share).dividedBy(4 * 255));
    }

    private static String hash(String question) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(question.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
