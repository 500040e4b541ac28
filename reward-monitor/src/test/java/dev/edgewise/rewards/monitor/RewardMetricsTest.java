package dev.edgewise.rewards.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class RewardMetricsTest {
    @Test
    void whatIsRefusedIsCountedByReason() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        RewardMetrics meters = new RewardMetrics(registry, false);
        meters.refused("limit");
        meters.refused("limit");
        meters.refused("node");
        assertThat(registry.get("edgewise.rewards.refused")
                        .tag("reason", "limit")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("edgewise.rewards.refused")
                        .tag("reason", "node")
                        .counter()
                        .count())
                .isEqualTo(1);
    }
}
