package dev.edgewise.rewards.outcomes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameFingerprintTest {
    private static final long PRIME = 0x100000001b3L;

    /** Newton's iteration doubles the correct bits with each step. */
    private static long inverse() {
        long inverse = PRIME;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - PRIME * inverse;
        }
        return inverse;
    }

    /**
     * Each step of FNV can be undone, so that a text with a wanted stand-in is found from its end: not of texts that
     * others choose.
     */
    @Test
    void aTextThatOthersChooseStandsForNoOther() {
        long known = NameFingerprint.of("uid-1/order-17");
        assertThat((known * inverse()) ^ '7').isEqualTo(NameFingerprint.of("uid-1/order-1"));

        long chosen = NameFingerprint.ofChosen("uid-1/order-17");
        assertThat((chosen * inverse()) ^ '7').isNotEqualTo(NameFingerprint.ofChosen("uid-1/order-1"));
    }

    /**
     * Ledgers hold it: other processes must find the same. SHA-256 of "abc" begins with ba7816bf 8f01cfea (FIPS 180-2,
     * B.1).
     */
    @Test
    void itIsTheSameInEveryProcess() {
        assertThat(NameFingerprint.ofChosen("abc")).isEqualTo(0xba7816bf8f01cfeaL);
        // Test vectors of the authors of FNV-1a with 64 bits.
        assertThat(NameFingerprint.of("a")).isEqualTo(0xaf63dc4c8601ec8cL);
    }
}
