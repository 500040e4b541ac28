package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EchoTargetTest {
    /**
     * Names of all lengths that Kubernetes allows, which are up to 32 words, and names that differ in their last
     * character.
     */
    @Test
    void eachNameHasANumberOfItsOwn() {
        assertThat(IntStream.rangeClosed(1, 253).mapToObj("n"::repeat).map(EchoTarget::of))
                .doesNotHaveDuplicates();
        assertThat(EchoTarget.of("node-123")).isNotEqualTo(EchoTarget.of("node-124"));
        assertThat(EchoTarget.of("n".repeat(252) + "a")).isNotEqualTo(EchoTarget.of("n".repeat(252) + "b"));
    }

    /** The letters a to h are the bytes 61 to 68: eight are one word, of which the first letter is the lowest byte. */
    @Test
    void aNameIsHashedInLittleEndianOrder() {
        assertThat(EchoTarget.of("abcdefgh").number()).isEqualTo(new SipHash(0, 0).hash(0x6867666564636261L));
        assertThat(EchoTarget.of("abc").number()).isEqualTo(new SipHash(0, 0).hash(0x636261L));
    }
}
