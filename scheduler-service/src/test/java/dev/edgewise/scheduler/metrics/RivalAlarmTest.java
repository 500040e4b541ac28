package dev.edgewise.scheduler.metrics;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.Rivalry;
import dev.edgewise.scheduler.testing.TestClock;
import dev.edgewise.scheduler.testing.TestPods;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RivalAlarmTest {
    private final TestClock clock = new TestClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Rivalry rivalry = new Rivalry("b");
    private boolean deciding = true;
    private final RivalAlarm alarm = new RivalAlarm(rivalry, () -> deciding, clock, meters);

    @Test
    void isRaisedForFiveMinutesAfterTheLastForeignBinding() {
        assertThat(alarm.isRaised()).isFalse();
        alarm.boundByAnother(pod("a").on("n1").build());
        clock.advance(Duration.ofMinutes(4));
        alarm.boundByAnother(pod("b").on("n1").build());
        clock.advance(Duration.ofMinutes(4));
        assertThat(alarm.isRaised()).isTrue();
        clock.advance(Duration.ofMinutes(1));
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
    void onlyWhoDecidesStandsBack() {
        TestPods.Builder bound = pod("a").on("n1").annotation(Names.BOUND_BY_ANNOTATION, "a");
        deciding = false;
        alarm.boundByAnother(bound.build());
        assertThat(rivalry.standsBack()).isFalse();
        deciding = true;
        alarm.boundByAnother(bound.build());
        assertThat(rivalry.standsBack()).isTrue();
    }
}
