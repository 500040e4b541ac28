package dev.edgewise.global.callback;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs deliveries as Standard Webhooks says: HMAC-SHA256 of id, time and body, by a secret such as {@code whsec_…}.
 */
final class WebhookSignature {
    private static final String PREFIX = "whsec_";
    private static final int SHORTEST = 16;
    private static final int LONGEST = 64;

    private final byte[] key;

    /** @throws IllegalArgumentException if it is no such secret; the message does not show it */
    WebhookSignature(String secret) {
        String text = secret.strip();
        try {
            this.key =
                    text.startsWith(PREFIX) ? Base64.getDecoder().decode(text.substring(PREFIX.length())) : new byte[0];
        } catch (IllegalArgumentException invalid) {
            throw noSecret();
        }
        if (key.length < SHORTEST || key.length > LONGEST) {
            throw noSecret();
        }
    }

    private static IllegalArgumentException noSecret() {
        return new IllegalArgumentException("the field key of the callback's Secret must be " + PREFIX + " and "
                + SHORTEST + " to " + LONGEST + " bytes in Base64");
    }

    /** Returns the value of the header {@code webhook-signature}. */
    String of(String id, long seconds, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] signed = mac.doFinal((id + "." + seconds + "." + body).getBytes(UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
