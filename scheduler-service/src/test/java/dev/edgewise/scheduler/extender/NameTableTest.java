package dev.edgewise.scheduler.extender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest {
    private final NameTable table = new NameTable();

    @Test
    void theTextOfTheSameBytesIsMadeOnce() {
        String first = text("edge-1", 1);
        assertThat(first).isEqualTo("edge-1");
        assertThat(text("edge-1", 1)).isSameAs(first);
    }

    /** They take each other's place. */
    @ParameterizedTest
    @ValueSource(strings = {"edge-2", "edge-10", "edge-", "", "xdge-1"})
    void namesOfTheSameHashAreKeptApart(String other) {
        text("edge-1", 1);
        assertThat(text(other, 1)).isEqualTo(other);
        assertThat(text("edge-1", 1)).isEqualTo("edge-1");
    }

    @Test
    void namesOfAnyLengthAreRead() {
        String longest = "n".repeat(128);
        assertThat(text(longest, 1)).isSameAs(text(longest, 1));
        String longer = longest + "n";
        assertThat(text(longer, 2)).isEqualTo(longer);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE})
    void anyHashHasAPlace(int hash) {
        assertThat(text("edge-1", hash)).isSameAs(text("edge-1", hash));
    }

    private String text(String name, int hash) {
        byte[] body = ("[\"" + name + "\"]").getBytes(ISO_8859_1);
        return table.text(body, 2, body.length - 2, hash);
    }
}
