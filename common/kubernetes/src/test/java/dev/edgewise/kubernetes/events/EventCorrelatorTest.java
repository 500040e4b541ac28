package dev.edgewise.kubernetes.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.kubernetes.events.EventCorrelator.Series;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventCorrelatorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualTicker ticker = new ManualTicker();
    private final EventCorrelator memory = new EventCorrelator(Duration.ofMinutes(5), Duration.ofSeconds(10), ticker);
    private int names;

    @Test
    void theSameProblemIsOneEventThatCounts() {
        Series first = next("full", 0);
        assertThat(first).isEqualTo(new Series("e1", START, START, 1));
        assertThat(next("full", 60)).isNull();
        assertThat(next("full", 299)).isNull();
        // 300 s after it was written: the fourth time it happened.
        assertThat(next("full", 300)).isEqualTo(new Series("e1", START, START.plusSeconds(300), 4));
        assertThat(next("full", 599)).isNull();
        assertThat(next("full", 600)).isEqualTo(new Series("e1", START, START.plusSeconds(600), 6));
    }

    @Test
    void aPodIsHeardOncePerPause() {
        assertThat(next("1 full", 0)).isNotNull();
        assertThat(next("2 full", 9)).isNull();
        assertThat(next("3 full", 10)).isEqualTo(new Series("e2", START.plusSeconds(10), START.plusSeconds(10), 1));
    }

    @Test
    void aWallClockThatIsSetBackSilencesNobody() {
        assertThat(next("1 full", 0)).isNotNull();
        ticker.advance(Duration.ofSeconds(10));
        PodEvent event = event("2 full");
        assertThat(memory.next(event, START.minusSeconds(3_600), () -> "e2")).isNotNull();
    }

    private Series next(String message, long seconds) {
        ticker.advance(Duration.ofSeconds(seconds).minusNanos(ticker.nanos()));
        return memory.next(event(message), START.plusSeconds(seconds), () -> "e" + ++names);
    }

    private static PodEvent event(String message) {
        return new PodEvent("default", "p", "u", "edgewise", true, "FailedScheduling", "Scheduling", message);
    }
}
