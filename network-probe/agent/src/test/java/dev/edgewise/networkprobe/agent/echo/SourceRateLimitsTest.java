package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceRateLimitsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static InetAddress ip(String address) throws UnknownHostException {
        return InetAddress.getByName(address);
    }

    private static long admitted(SourceRateLimits limits, InetAddress source, int asked, long nanos) {
        return IntStream.range(0, asked)
                .filter(i -> limits.admits(source, nanos))
                .count();
    }

    /** Monotonic time may begin anywhere, also shortly before it overflows. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 100, Long.MIN_VALUE})
    void aSourceMayAskABurstThenAtItsRate(long start) throws UnknownHostException {
        SourceRateLimits limits = SourceRateLimits.ofAgent(1, start);
        assertThat(admitted(limits, ip("10.0.0.1"), 1_000, start)).isEqualTo(200);
        // 1,000 a second: one more each ms
        assertThat(admitted(limits, ip("10.0.0.1"), 100, start + SECOND / 1_000 - 1))
                .isZero();
        assertThat(admitted(limits, ip("10.0.0.1"), 100, start + SECOND / 1_000))
                .isEqualTo(1);
        assertThat(admitted(limits, ip("10.0.0.1"), 1_000, start + 10 * SECOND)).isEqualTo(200);
    }

    @Test
    void oneSourceDoesNotUseUpWhatAnotherMayAsk() throws UnknownHostException {
        SourceRateLimits limits = SourceRateLimits.ofAgent(1, 0);
        admitted(limits, ip("10.0.0.1"), 1000, 0);
        assertThat(admitted(limits, ip("10.0.0.2"), 1000, 0)).isEqualTo(200);
    }

    @Test
    void allTogetherAreLimitedToo() throws UnknownHostException {
        SourceRateLimits limits = SourceRateLimits.ofAgent(1, 0);
        long admitted = 0;
        for (int source = 0; source < 10_000; source++) {
            admitted += admitted(limits, ip("10.0." + (source >> 8) + "." + (source & 255)), 1, 0);
        }
        assertThat(admitted).isEqualTo(500);
        // and after a second 5,000 a second, of which a burst of 200 from one source fits in one moment
        assertThat(admitted(limits, ip("10.1.0.0"), 1000, SECOND)).isEqualTo(200);
    }

    @Test
    void anIpv6SourceIsItsNetworkOf64Bits() throws UnknownHostException {
        SourceRateLimits limits = SourceRateLimits.ofAgent(1, 0);
        assertThat(admitted(limits, ip("2001:db8:0:1::1"), 1_000, 0)).isEqualTo(200);
        assertThat(admitted(limits, ip("2001:db8:0:1:ffff::9"), 100, 0)).isZero();
        assertThat(admitted(limits, ip("2001:db8:0:2::1"), 1_000, 0)).isEqualTo(200);
    }

    @Test
    void theSeedDecidesWhoSharesASlot() throws UnknownHostException {
        InetAddress attacker = ip("10.0.0.1");
        int shared = 0;
        for (long seed = 0; seed < 2000; seed++) {
            SourceRateLimits limits = new SourceRateLimits(
                    new SourceRateLimits.Rate(1, 1), new SourceRateLimits.Rate(1000, 100), seed, 0);
            admitted(limits, attacker, 1, 0);
            shared += (int) (1 - admitted(limits, ip("10.0.0.2"), 1, 0));
        }
        // 2000 seeds over 4096 slots: 0.5 expected
        assertThat(shared).isLessThan(5);
    }

    @Test
    void aRateIsAtLeastOne() {
        assertThatThrownBy(() -> new SourceRateLimits.Rate(0, 1))
                .hasMessageContaining("0/s")
                .hasMessageContaining("1..1000000/s");
        assertThatThrownBy(() -> new SourceRateLimits.Rate(1, 0)).hasMessageContaining("burst 0");
    }
}
