package dev.edgewise.energy.push;

import static dev.edgewise.energy.TestNodes.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.Measurement;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PushSourceTest {
    private static final Instant NOW = TestClock.START;

    private final PushSource source = new PushSource(Duration.ofMinutes(5));

    private static Measurement percent(double percent, int second) {
        return new Measurement(percent, NOW.plusSeconds(second), Duration.ofMinutes(5));
    }

    @Test
    void anOlderReportChangesNothing() {
        source.put("a", percent(50, 0), NOW);
        assertThat(source.put("a", percent(60, -1), NOW).percent()).isEqualTo(50);
        assertThat(source.put("a", percent(70, 0), NOW).percent()).isEqualTo(70);
    }

    @Test
    void afterTheClockWasSetBackReportsCount() {
        source.put("a", percent(50, 3_600), NOW.plusSeconds(3_600));
        assertThat(source.put("a", percent(60, 0), NOW).percent()).isEqualTo(60);
    }

    @Test
    void nodesThatAreNotServedAreForgotten() {
        source.put("a", percent(50, 0), NOW);
        source.put("b", percent(50, 0), NOW);
        assertThat(source.read(nodes("a"), NOW)).containsOnlyKeys("a");
        assertThat(source.read(nodes("a", "b"), NOW)).containsOnlyKeys("a");
    }

    @Test
    void aFirstReportWhileReportsAreReadIsNotLost() {
        List<EnergyNode> served = nodes("a", "b");
        AbstractList<EnergyNode> reporting = new AbstractList<>() {
            @Override
            public EnergyNode get(int index) {
                if (index == 1) {
                    source.put("a", percent(50, 0), NOW);
                }
                return served.get(index);
            }

            @Override
            public int size() {
                return served.size();
            }
        };
        source.read(reporting, NOW);
        assertThat(source.read(served, NOW)).containsOnlyKeys("a");
    }
}
