package dev.edgewise.scheduler.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderSchedulingLoopAccessTest {
    private final Scenario scenario = new Scenario(BuiltInProfiles.stock(), 1);
    private final SchedulingLoop loop =
            new SchedulingLoop(scenario.queue, scenario.cycle, Ticker.system(), Thread::new);
    private boolean leads = true;
    private final SchedulingLoopAccess decisions = new LeaderSchedulingLoopAccess(scenario.cycle, loop, () -> leads);

    @AfterEach
    void stop() throws InterruptedException {
        loop.stop(Duration.ofSeconds(10));
    }

    @Test
    void areActiveWhileTheLoopRunsAndThisReplicaLeads() throws InterruptedException {
        assertThat(decisions.isActive()).isFalse();
        loop.start();
        assertThat(decisions.isActive()).isTrue();
        leads = false;
        assertThat(decisions.isActive()).isFalse();
        leads = true;
        loop.stop(Duration.ofSeconds(10));
        assertThat(decisions.isActive()).isFalse();
    }

    @Test
    void aSnapshotIsOfTheTimeWhenItIsTaken() {
        scenario.pass(Duration.ofSeconds(3));
        assertThat(decisions.snapshot().takenAt()).isEqualTo(scenario.clock.instant());
    }

    @Test
    void aStepMayRunFurtherSteps() {
        List<String> done = new ArrayList<>();
        decisions.exclusively(() -> {
            decisions.exclusively(() -> done.add("inner"));
            done.add("outer");
        });
        assertThat(done).containsExactly("inner", "outer");
    }
}
