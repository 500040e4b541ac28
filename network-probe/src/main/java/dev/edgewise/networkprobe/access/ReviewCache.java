package dev.edgewise.networkprobe.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Remembers for a while what was said of a token, by its hash: of at most so many that any cluster's agents fit. Safe for many
 * threads.
 *
 * @param <A> the answers
 */
public final class ReviewCache<A> {
    private static final int MOST = 20_000;
    /** A token that was refused is asked about again soon, yet not at each call. */
    private static final Duration REFUSED = Duration.ofSeconds(10);

    private record Known<A>(A answer, Instant until) {}

    private final Duration time;
    private final Predicate<A> good;
    private final Clock clock;
    private final Map<String, Known<A>> known = new LinkedHashMap<>();

    /**
     * @param time how long a good answer is remembered at most; three quarters of it at least
     * @param good tells good answers from others, which are remembered 10 s at most
     */
    public ReviewCache(Duration time, Predicate<A> good, Clock clock) {
        this.time = time;
        this.good = good;
        this.clock = clock;
    }

    /**
     * @param question the token, and what else the answer hangs on
     * @param ask what it throws is not remembered
     */
    public A get(String question, Supplier<A> ask) {
        String hash = hash(question);
        Instant now = clock.instant();
        synchronized (known) {
            Known<A> before = known.get(hash);
            if (before != null && now.isBefore(before.until)) {
                return before.answer;
            }
        }
        A answer = ask.get();
        Duration held = good.test(answer) || time.compareTo(REFUSED) < 0 ? time : REFUSED;
        synchronized (known) {
            known.remove(hash);
            known.put(hash, new Known<>(answer, now.plus(spread(held, hash))));
            while (known.size() > MOST) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return answer;
    }

    /** Up to a quarter less, for each token as much: thousands of agents that were first heard together are not reviewed together for ever. */
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
