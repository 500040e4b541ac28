package dev.edgewise.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TickerTest {
    @Test
    void theSystemsBeginsAtZeroAndNeverFalls() {
        Ticker ticker = Ticker.system();

        long first = ticker.nanos();
        long second = ticker.nanos();

        assertThat(first).isBetween(0L, Duration.ofMinutes(1).toNanos());
        assertThat(second).isGreaterThanOrEqualTo(first);
    }

    @Test
    void tellsHowLongAgoAReadingWasTaken() {
        ManualTicker ticker = new ManualTicker();
        ticker.advance(Duration.ofSeconds(5));
        long reading = ticker.nanos();

        ticker.advance(Duration.ofMillis(1_250));

        assertThat(ticker.since(reading)).isEqualTo(Duration.ofMillis(1_250));
    }
}
