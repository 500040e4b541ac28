package dev.edgewise.networkprobe.agent.loop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class AgentLogTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AgentLog log = new AgentLog(
            new PrintStream(out, true, UTF_8),
            Clock.fixed(Instant.parse("2026-01-31T12:00:00.123456Z"), ZoneOffset.UTC));

    @Test
    void aLineHasItsTimeAndLevel() {
        log.warn("away; für=1");
        assertThat(written()).isEqualTo("2026-01-31T12:00:00.123Z WARN  away; für=1\n");
    }

    /** A proxy's error page is a megabyte, or tries to look like lines of ours. */
    @Test
    void whatAServerSentIsOneShortLine() {
        log.info("status 500: a\r\nb\u001b[31m" + "x".repeat(1 << 20));
        assertThat(written())
                .startsWith("2026-01-31T12:00:00.123Z INFO  status 500: a??b?[31mx")
                .endsWith("x…\n")
                .hasSizeLessThan(1_100)
                .containsOnlyOnce("\n");
    }

    private String written() {
        return out.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }
}
