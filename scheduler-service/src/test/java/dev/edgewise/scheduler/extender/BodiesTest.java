package dev.edgewise.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.web.BusyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.springframework.web.server.ResponseStatusException;

class BodiesTest {
    private static final int MOST = 1 << 20;

    private final ManualTicker ticker = new ManualTicker();
    private final Bodies bodies = new Bodies(MOST, 3L * MOST / 2, Duration.ofSeconds(3), ticker);

    @Test
    void aBodyIsReadAndItsMemoryGivenBack() throws IOException {
        byte[] sent = new byte[MOST];
        Arrays.fill(sent, (byte) 'x');
        bodies.use(new ByteArrayInputStream(sent), -1, 0, body -> {
            assertThat(body.length()).isEqualTo(MOST);
            assertThat(Arrays.copyOf(body.bytes(), MOST)).isEqualTo(sent);
            assertThat(bodies.free()).isEqualTo(MOST / 2 - 1);
        });
        assertThat(bodies.free()).isEqualTo(3L * MOST / 2);
    }

    @Test
    void aBodyOfKnownLengthIsHeldOnce() throws IOException {
        byte[] sent = new byte[100_000];
        bodies.use(new ByteArrayInputStream(sent), sent.length, 0, body -> {
            assertThat(body.length()).isEqualTo(sent.length);
            assertThat(bodies.free()).isEqualTo(3L * MOST / 2 - sent.length - 1);
        });
    }

    @Test
    void aFalseLengthReservesLittle() throws IOException {
        Bodies large = new Bodies(32 * MOST, 32L * MOST, Duration.ofSeconds(3), ticker);
        large.use(new ByteArrayInputStream(new byte[1]), Integer.MAX_VALUE, 0, body -> {
            assertThat(body.length()).isEqualTo(1);
            assertThat(large.free()).isEqualTo(31L * MOST - 1);
        });
        large.use(new ByteArrayInputStream(new byte[1000]), 0, 0, body -> assertThat(body.length())
                .isEqualTo(1000));
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        assertRefused(new ByteArrayInputStream(new byte[MOST + 1]), 413);
        assertThatThrownBy(() -> bodies.use(new ByteArrayInputStream(new byte[MOST + 1]), MOST + 1, 0, body -> {}))
                .hasMessageContainingAll(
                        "larger than 1048576 bytes", "edgewise.scheduler.extender.max-body", "nodeCacheCapable: true");
    }

    @Test
    void aBodyThatArrivesSlowlyIsGivenUp() {
        assertRefused(
                new InputStream() {
                    @Override
                    public int read() {
                        ticker.advance(Duration.ofSeconds(1));
                        return ' ';
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) {
                        bytes[from] = (byte) read();
                        return 1;
                    }
                },
                408);
    }

    @Test
    void allBodiesTogetherAreBounded() throws IOException {
        byte[] sent = new byte[MOST];
        bodies.use(new ByteArrayInputStream(sent), -1, 0, first -> {
            assertThatThrownBy(() -> bodies.use(new ByteArrayInputStream(sent), -1, 0, second -> {}))
                    .isInstanceOf(BusyException.class);
            bodies.use(new ByteArrayInputStream(new byte[1000]), -1, 0, small -> assertThat(small.length())
                    .isEqualTo(1000));
        });
        assertThat(bodies.free()).isEqualTo(3L * MOST / 2);
    }

    private void assertRefused(InputStream input, int status) {
        assertThatThrownBy(() -> bodies.use(input, -1, 0, body -> {}))
                .isInstanceOfSatisfying(
                        ResponseStatusException.class,
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(status));
        assertThat(bodies.free()).isEqualTo(3L * MOST / 2);
    }
}
