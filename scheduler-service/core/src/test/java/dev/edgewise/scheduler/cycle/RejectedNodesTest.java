package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RejectedNodesTest {
    private final ManualTicker ticker = new ManualTicker();
    private final RejectedNodes refused = new RejectedNodes(Duration.ofMinutes(5), 3, 2, ticker);
    private final Pod high = pod("high").build();
    private final Pod other = pod("other").build();

    @Test
    void nodesAreRefusedForOnePod() {
        refused.add(high, "n1");
        refused.add(high, "n2");
        refused.add(other, "n2");
        assertThat(refused.contains(high, "n1")).isTrue();
        assertThat(refused.contains(high, "n2")).isTrue();
        assertThat(refused.contains(other, "n1")).isFalse();
        assertThat(refused.contains(high, "unknown")).isFalse();

        refused.remove(high);
        assertThat(refused.isEmpty(high)).isTrue();
        assertThat(refused.contains(high, "n1")).isFalse();
        assertThat(refused.contains(other, "n2")).isTrue();
    }

    @Test
    void afterSomeTimeNodesAreAskedAgain() {
        refused.add(high, "n1");
        ticker.advance(Duration.ofMinutes(5));
        assertThat(refused.isEmpty(high)).isTrue();
        assertThat(refused.contains(high, "n1")).isFalse();
    }

    @Test
    void theNamesOfNodesThatCameAndWentAreNotKeptForever() {
        refused.add(high, "n1");
        refused.add(other, "n2");
        // n3 is the third name of two, and gets the bit that n1 had.
        refused.add(other, "n3");
        assertThat(refused.contains(other, "n3")).isTrue();
        assertThat(refused.isEmpty(high)).isTrue();
        assertThat(refused.contains(other, "n2")).isFalse();
    }

    @Test
    void aTenantWithManyPodsDoesNotMakeThoseOfOthersForgotten() {
        refused.add(high, "n1");
        for (int i = 0; i < 5; i++) {
            refused.add(pod("many-" + i).namespace("crowd").build(), "n1");
        }
        assertThat(refused.contains(high, "n1")).isTrue();
        // Two of crowd's are left beside it.
        assertThat(refused.isEmpty(pod("many-2").namespace("crowd").build())).isTrue();
        assertThat(refused.isEmpty(pod("many-3").namespace("crowd").build())).isFalse();
    }
}
