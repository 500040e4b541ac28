package dev.edgewise.scheduler.metrics;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConflictAlertTest {
    private final ManualTicker ticker = new ManualTicker();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SchedulerConflictDetector detector = new SchedulerConflictDetector(ticker, new Random(1));
    private boolean deciding = true;
    private final ConflictAlert alarm = new ConflictAlert(detector, () -> deciding, ticker, meters);

    @Test
    void isRaisedForFiveMinutesAfterTheLastForeignBinding() {
        assertThat(alarm.isRaised()).isFalse();
        alarm.boundByAnother(pod("a").on("n1").build());
        ticker.advance(Duration.ofMinutes(4));
        alarm.boundByAnother(pod("b").on("n1").build());
        ticker.advance(Duration.ofMinutes(4));
        assertThat(alarm.isRaised()).isTrue();
        ticker.advance(Duration.ofMinutes(1));
        assertThat(alarm.isRaised()).isFalse();
        assertThat(meters.counter("edgewise.bindings.foreign").count()).isEqualTo(2);
    }

    @Test
    void whatTheLeaderBindsIsNoNewsToAReplicaThatWaits() {
        deciding = false;
        alarm.boundByAnother(pod("a").on("n1").build());
        assertThat(alarm.isRaised()).isFalse();
        assertThat(alarm.count()).isZero();
    }

    @Test
    void onlyAReplicaThatDecidesPauses() {
        deciding = false;
        threeBound();
        assertThat(detector.isPaused()).isFalse();
        deciding = true;
        threeBound();
        assertThat(detector.isPaused()).isTrue();
        assertThat(meters.get("edgewise.scheduling.paused").gauge().value()).isEqualTo(1);
        assertThat(new RivalSchedulerHealth(alarm, detector).health().getDetails())
                .containsEntry("foreignBindings", 3L)
                .containsEntry("paused", true);
    }

    private void threeBound() {
        for (String name : new String[] {"a", "b", "c"}) {
            alarm.boundByAnother(pod(name).on("n1").build());
        }
    }
}
