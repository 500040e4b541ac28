package dev.edgewise.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SteadyTimeTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final ManualTicker ticker = new ManualTicker();
    private final AtomicReference<Instant> wall = new AtomicReference<>(NOON);
    private final SteadyTime time = new SteadyTime(ticker, ((InstantSource) wall::get).withZone(ZoneOffset.UTC));

    @Test
    void intervalsDoNotFeelThatTheClockIsSet() {
        Instant before = time.now();
        wall.set(NOON.minus(Duration.ofHours(1)));
        ticker.advance(Duration.ofSeconds(10));

        assertThat(Duration.between(before, time.now())).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aMomentIsCalledWhatTheClockThatIsSetNowWouldHaveSaid() {
        Instant before = time.now();
        ticker.advance(Duration.ofSeconds(10));
        wall.set(NOON.plus(Duration.ofHours(1)).plusSeconds(10));

        assertThat(time.wall(time.now())).isEqualTo(wall.get());
        assertThat(time.wall(before)).isEqualTo(NOON.plus(Duration.ofHours(1)));
    }
}
