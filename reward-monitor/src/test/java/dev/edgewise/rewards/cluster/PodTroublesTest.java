package dev.edgewise.rewards.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.rewards.learning.PodTrouble;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PodTroublesTest {
    private final AtomicLong nanos = new AtomicLong();
    private final PodTroubles troubles = new PodTroubles(nanos::get);

    private static PodTrouble trouble(String reason) {
        return new PodTrouble("u", "", reason, "", 5, Instant.EPOCH);
    }

    @Test
    void whatIsNoCauseIsNotKept() {
        assertThat(troubles.add("e", "ns/a", trouble("Nonsense"))).isFalse();
        assertThat(troubles.of("ns/a")).isEmpty();
        assertThat(troubles.add("e", "ns/a", trouble("FailedMount"))).isTrue();
        assertThat(troubles.of("ns/a")).hasSize(1);
    }

    @Test
    void aNamespaceTakesNoRoomOfOthers() {
        troubles.add("e", "shop/a", trouble("FailedMount"));
        for (int pod = 0; pod < 3_000; pod++) {
            for (int event = 0; event < 3; event++) {
                troubles.add("e" + event, "evil/p" + pod, trouble("FailedMount"));
            }
        }
        assertThat(troubles.size()).isEqualTo(2_001);
        assertThat(troubles.of("shop/a")).hasSize(1);

        // What is known changes all the same, and what ends makes room.
        assertThat(troubles.add("e0", "evil/p0", trouble("Unhealthy"))).isTrue();
        assertThat(troubles.add("e9", "evil/p9999", trouble("FailedMount"))).isFalse();
        troubles.remove("evil/p0");
        assertThat(troubles.add("e9", "evil/p9999", trouble("FailedMount"))).isTrue();
        nanos.addAndGet(Duration.ofHours(2).toNanos());
        assertThat(troubles.of("evil/p9")).isEmpty();
        assertThat(troubles.add("e", "evil/q", trouble("FailedMount"))).isTrue();
    }

    @Test
    void allTogetherAreBounded() {
        for (int pod = 0; pod < 20_000; pod++) {
            troubles.add("e", "ns" + pod % 20 + "/p" + pod, trouble("FailedMount"));
        }
        assertThat(troubles.size()).isLessThanOrEqualTo(10_000);
    }
}
