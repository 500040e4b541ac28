package dev.edgewise.common.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Tokens that look like those of service accounts. */
public final class TestTokens {
    private static final Duration LIFETIME = Duration.ofHours(1);

    private TestTokens() {}

    /** A token for an hour from now. */
    public static String of(String user, String audience) {
        return of(user, audience, Instant.now());
    }

    /** A token for an hour from then. */
    public static String of(String user, String audience, Instant issued) {
        return of("{\"sub\":\"" + user + "\",\"aud\":[\"" + audience + "\"],\"iat\":" + issued.getEpochSecond()
                + ",\"exp\":" + issued.plus(LIFETIME).getEpochSecond() + "}");
    }

    /** A token with these claims. */
    public static String of(String claims) {
        return encoded("{\"alg\":\"RS256\"}") + "." + encoded(claims) + ".c2lnbmF0dXJl";
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }
}
