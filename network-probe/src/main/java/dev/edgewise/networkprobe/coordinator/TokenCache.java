package dev.edgewise.networkprobe.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Remembers for a while what was said of a token, by its hash: at most so many that any cluster's agents fit. Safe for many threads. */
final class TokenCache implements AgentTokens {
    private static final int MOST = 20_000;
    /** A token that was refused is asked about again soon, yet not at each call. */
    private static final Duration REFUSED = Duration.ofSeconds(10);

    private record Known(Optional<String> node, Instant until) {}

    private final AgentTokens tokens;
    private final Duration time;
    private final Clock clock;
    private final Map<String, Known> known = new LinkedHashMap<>();

    TokenCache(AgentTokens tokens, Duration time, Clock clock) {
        this.tokens = tokens;
        this.time = time;
        this.clock = clock;
    }

    @Override
    public Optional<String> nodeOf(String token) {
        String hash = hash(token);
        Instant now = clock.instant();
        synchronized (known) {
            Known answer = known.get(hash);
            if (answer != null && now.isBefore(answer.until)) {
                return answer.node;
            }
        }
        Optional<String> node = tokens.nodeOf(token);
        synchronized (known) {
            known.remove(hash);
            known.put(
                    hash, new Known(node, now.plus(node.isPresent() || time.compareTo(REFUSED) < 0 ? time : REFUSED)));
            while (known.size() > MOST) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return node;
    }

    private static String hash(String token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
