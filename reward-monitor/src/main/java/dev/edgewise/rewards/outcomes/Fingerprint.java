package dev.edgewise.rewards.outcomes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Short stand-ins for long names, where a few false matches in 10^12 do no harm. */
public final class Fingerprint {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fingerprint() {}

    /**
     * 64 bits by FNV-1a over the UTF-16 units (Fowler, Noll, Vo, 1991), which are the same in every process. For texts that nobody chooses, such as UIDs: one that has a
     * given value is found at once.
     */
    public static long of(String text) {
        long hash = OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }

    /** The first 64 bits of SHA-256, for texts that others choose: nobody finds one that stands in for the text of somebody else. */
    public static long ofChosen(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}
