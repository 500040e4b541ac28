package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The vectors of SipHash's reference implementation: key 00 01 … 0f, messages 00 01 … of whole words. */
class SipHashTest {
    private final SipHash hash = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

    @Test
    void isThatOfTheReference() {
        assertThat(hash.hash()).isEqualTo(0x726fdb47dd0e0e31L);
        assertThat(hash.hash(0x0706050403020100L)).isEqualTo(0x93f5f5799a932462L);
        assertThat(hash.hash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L)).isEqualTo(0x3f2acc7f57c29bdbL);
        assertThat(hash.hash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L, 0x1716151413121110L))
                .isEqualTo(0xb8ad50c6f649af94L);
    }
}
