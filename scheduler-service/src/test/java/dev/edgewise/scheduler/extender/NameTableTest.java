package dev.edgewise.scheduler.extender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest {
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TIMES = 1000;

    private final NameTable table = new NameTable();

    @Test
    void theTextOfTheSameBytesIsMadeOnce() {
        assertThat(text("edge-1", 1)).isEqualTo("edge-1");
        assertThat(allocatedFor("edge-1")).isLessThan(TIMES);
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
    void aLongNameIsKeptNowhere() {
        String longest = "n".repeat(63);
        text(longest, 1);
        assertThat(allocatedFor(longest)).isLessThan(TIMES);
        String longer = longest + "n";
        assertThat(text(longer, 1)).isEqualTo(longer).isNotSameAs(longer.intern());
        assertThat(allocatedFor(longer)).isGreaterThan(64L * TIMES);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE})
    void anyHashHasAPlace(int hash) {
        assertThat(text("edge-1", hash)).isEqualTo("edge-1");
    }

    /** By reading it so often again, in bytes. */
    private long allocatedFor(String name) {
        byte[] body = body(name);
        long before = MEMORY.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TIMES; i++) {
            table.name(body, 1, body.length - 1, 1);
        }
        return MEMORY.getCurrentThreadAllocatedBytes() - before;
    }

    private String text(String name, int hash) {
        byte[] body = body(name);
        Name read = table.name(body, 1, body.length - 1, hash);
        assertThat(read.quoted()).isEqualTo(Arrays.copyOfRange(body, 1, body.length - 1));
        return read.text();
    }

    private static byte[] body(String name) {
        return ("[\"" + name + "\"]").getBytes(ISO_8859_1);
    }
}
