package dev.edgewise.examples.slots.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StompFrameTest {
    @Test
    void aFrameEndsWithZeroAndEscapesItsHeaders() {
        assertThat(new StompFrame("SEND", Map.of("a:b", "c\nd\\"), "body").encoded())
                .isEqualTo("SEND\na\\cb:c\\nd\\\\\n\nbody\0");
    }

    @Test
    void readsWhatItWrites() {
        StompFrame frame = new StompFrame("MESSAGE", Map.of("destination", "/topic/jobs", "x", "a:b\r\n\\"), "{}\n\n1");

        assertThat(StompFrame.decoded(frame.encoded())).isEqualTo(frame);
    }

    @Test
    void readsLinesThatEndWithReturnsAndTheFirstOfRepeatedHeaders() {
        assertThat(StompFrame.decoded("\nMESSAGE\r\nfoo:1\r\nfoo:2\r\n\r\n{\"a\":1}\0\n"))
                .isEqualTo(new StompFrame("MESSAGE", Map.of("foo", "1"), "{\"a\":1}"));
    }

    @Test
    void aFrameMayLackItsBodyAndItsEnd() {
        assertThat(StompFrame.decoded("ERROR")).isEqualTo(new StompFrame("ERROR", Map.of(), ""));
        assertThat(StompFrame.decoded("\n").command()).isEmpty();
    }
}
