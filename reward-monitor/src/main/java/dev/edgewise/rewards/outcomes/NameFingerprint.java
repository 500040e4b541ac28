package dev.edgewise.rewards.outcomes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Fingerprints of long names, where a few false matches in 10^12 are harmless. */
public final class NameFingerprint {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private NameFingerprint() {}

    /**
     * Returns 64 bits by FNV-1a over the UTF-16 units (Fowler, Noll, Vo, 1991), the same in every process. For texts
     * that callers do not choose, such as uids: a text with a given fingerprint is easy to find.
     */
    public static long of(String text) {
        long hash = OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }

    /**
     * Returns the first 64 bits of SHA-256, for texts that callers choose: a text with the fingerprint of another one
     * is hard to find.
     */
    public static long ofChosen(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
