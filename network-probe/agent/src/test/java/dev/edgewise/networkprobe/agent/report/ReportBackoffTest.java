package dev.edgewise.networkprobe.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportBackoffTest {
    @Test
    void doublesUpToHalfAMinuteAndLessByUpToHalf() {
        ReportBackoff backoff = new ReportBackoff(new Random(1));
        List<Long> most = List.of(1000L, 2000L, 4000L, 8000L, 16_000L, 30_000L, 30_000L);
        for (long each : most) {
            assertThat(backoff.nextMillis()).isBetween(each / 2, each);
        }
        backoff.reset();
        assertThat(backoff.nextMillis()).isBetween(500L, 1000L);
    }

    @Test
    void agentsDoNotWaitEquallyLong() {
        Random random = new Random(1);
        assertThat(Stream.generate(() -> new ReportBackoff(random).nextMillis())
                        .limit(20)
                        .distinct())
                .hasSizeGreaterThan(5);
    }
}
