package dev.edgewise.rewards.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.rewards.learning.facts.PodWarning;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PodWarningsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final PodWarnings warnings = new PodWarnings(nanos::get);

    private static PodWarning warning(String reason) {
        return new PodWarning("u", "", reason, "", 5, Instant.EPOCH);
    }

    @Test
    void whatIsNoCauseIsNotKept() {
        assertThat(warnings.add("e", "ns/a", warning("Nonsense"))).isFalse();
        assertThat(warnings.of("ns/a")).isEmpty();
        assertThat(warnings.add("e", "ns/a", warning("FailedMount"))).isTrue();
        assertThat(warnings.of("ns/a")).hasSize(1);
    }

    @Test
    void aNamespaceTakesNoRoomOfOthers() {
        warnings.add("e", "shop/a", warning("FailedMount"));
        for (int pod = 0; pod < 3_000; pod++) {
            for (int event = 0; event < 3; event++) {
                warnings.add("e" + event, "evil/p" + pod, warning("FailedMount"));
            }
        }
        assertThat(warnings.size()).isEqualTo(2_001);
        assertThat(warnings.of("shop/a")).hasSize(1);

        // Known events still change, and events that end leave room for others.
        assertThat(warnings.add("e0", "evil/p0", warning("Unhealthy"))).isTrue();
        assertThat(warnings.add("e9", "evil/p9999", warning("FailedMount"))).isFalse();
        warnings.remove("evil/p0");
        assertThat(warnings.add("e9", "evil/p9999", warning("FailedMount"))).isTrue();
        nanos.addAndGet(Duration.ofHours(2).toNanos());
        assertThat(warnings.of("evil/p9")).isEmpty();
        assertThat(warnings.add("e", "evil/q", warning("FailedMount"))).isTrue();
    }

    @Test
    void allTogetherAreBounded() {
        for (int pod = 0; pod < 20_000; pod++) {
            warnings.add("e", "ns" + pod % 20 + "/p" + pod, warning("FailedMount"));
        }
        assertThat(warnings.size()).isLessThanOrEqualTo(10_000);
    }
}
