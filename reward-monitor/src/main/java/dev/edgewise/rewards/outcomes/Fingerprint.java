package dev.edgewise.rewards.outcomes;

/** Short stand-ins for long names, where a few false matches in 10^12 do no harm. */
public final class Fingerprint {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fingerprint() {}

    /** 64 bits by FNV-1a over the UTF-16 units (Fowler, Noll, Vo, 1991), which are the same in every process. */
    public static long of(String text) {
        long hash = OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }
}
