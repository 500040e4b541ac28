package dev.edgewise.global.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.model.RequestKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names requests: as the caller says, or by the caller's key of idempotency, so that the API server itself refuses a
 * second object for the same key.
 */
final class IdempotentRequestNamer {
    /** Characters of the hash in a name: 128 bits. */
    private static final int HASH_LENGTH = 32;

    private static final int RANDOM_LENGTH = 12;
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private IdempotentRequestNamer() {}

    /** @throws InvalidInputException if the name or the key is none */
    static RequestKey key(String namespace, @Nullable String name, @Nullable String idempotencyKey) {
        if (idempotencyKey != null && !KEY.matcher(idempotencyKey).matches()) {
            throw new InvalidInputException(
                    "Idempotency-Key",
                    RequestFieldValidator.shown(idempotencyKey),
                    "1 to 255 visible characters of ASCII");
        }
        if (name != null && !name.isEmpty()) {
            return RequestFieldValidator.key(namespace, name);
        }
        String made = idempotencyKey == null
                ? UUID.randomUUID().toString().replace("-", "").substring(0, RANDOM_LENGTH)
                : hash(namespace + "\n" + unquoted(idempotencyKey)).substring(0, HASH_LENGTH);
        return RequestFieldValidator.key(namespace, "request-" + made);
    }

    /** Returns the hash of what the caller asked for. */
    static String fingerprint(String json) {
        return hash(json);
    }

    /** The draft of the header has its value in quotation marks, and most clients send none. */
    private static String unquoted(String key) {
        boolean isQuoted = key.length() > 2 && key.startsWith("\"") && key.endsWith("\"");
        return isQuoted ? key.substring(1, key.length() - 1) : key;
    }

    private static String hash(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
