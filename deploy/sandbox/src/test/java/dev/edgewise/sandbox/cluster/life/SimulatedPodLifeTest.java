package dev.edgewise.sandbox.cluster.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.sandbox.cluster.life.PodState.RestartPolicy;
import dev.edgewise.sandbox.cluster.life.PodState.Stage;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulatedPodLifeTest {
    private static final Duration THREE_SECONDS = Duration.ofSeconds(3);

    @Test
    void startsAfterItsDelay() {
        assertThat(life("start-delay", "1.5s").next(state(Stage.BOUND, 0, RestartPolicy.ALWAYS)))
                .isEqualTo(new PodStep.Start(Duration.ofMillis(1500)));
        SimulatedPodLife bySeed = SimulatedPodLife.of(Map.of(), "default/a", 1);
        assertThat(bySeed.startDelay()).isBetween(Duration.ofMillis(300), Duration.ofMillis(1500));
        assertThat(bySeed).isEqualTo(SimulatedPodLife.of(Map.of(), "default/a", 1));
    }

    @Test
    void exitsAsItsRestartPolicySays() {
        SimulatedPodLife job = life("run-for", "3s");
        SimulatedPodLife crash = SimulatedPodLife.of(
                Map.of("edgewise.dev/sim-run-for", "3s", "edgewise.dev/sim-exit-code", "1"), "p", 1);

        assertThat(job.next(state(Stage.RUNNING, 0, RestartPolicy.NEVER)))
                .isEqualTo(new PodStep.Finish(THREE_SECONDS, 0));
        assertThat(job.next(state(Stage.RUNNING, 0, RestartPolicy.ON_FAILURE)))
                .isEqualTo(new PodStep.Finish(THREE_SECONDS, 0));
        assertThat(crash.next(state(Stage.RUNNING, 0, RestartPolicy.ON_FAILURE)))
                .isEqualTo(new PodStep.Crash(THREE_SECONDS, 1));
        assertThat(life("start-delay", "1s").next(state(Stage.RUNNING, 0, RestartPolicy.ALWAYS)))
                .isEqualTo(PodStep.NOTHING);
    }

    @Test
    void waitsLongerBeforeEachRestart() {
        SimulatedPodLife life = life("run-for", "1s");

        // 0, 10 s, 20 s, … at most 300 s
        assertThat(life.next(state(Stage.CRASHED, 0, RestartPolicy.ALWAYS)).after())
                .isZero();
        assertThat(life.next(state(Stage.CRASHED, 1, RestartPolicy.ALWAYS)).after())
                .hasSeconds(10);
        assertThat(life.next(state(Stage.CRASHED, 2, RestartPolicy.ALWAYS)).after())
                .hasSeconds(20);
        assertThat(life.next(state(Stage.CRASHED, 99, RestartPolicy.ALWAYS)).after())
                .hasSeconds(300);
    }

    @Test
    void goesWithinItsGracePeriod() {
        PodState deleting = new PodState(Stage.RUNNING, 0, RestartPolicy.ALWAYS, true, Duration.ofSeconds(2));

        assertThat(life("stop-delay", "1m").next(deleting)).isEqualTo(new PodStep.Remove(Duration.ofSeconds(2)));
    }

    @Test
    void namesAnAnnotationThatCannotBeRead() {
        assertThatThrownBy(() -> life("run-for", "soon"))
                .hasMessage(
                        "annotation edgewise.dev/sim-run-for: 'soon'; a number and its unit are allowed, such as 250ms, 1.5s, 2m or 1h");
        assertThatThrownBy(() -> life("exit-code", "256")).hasMessageContaining("0 to 255");
    }

    private static SimulatedPodLife life(String name, String value) {
        return SimulatedPodLife.of(Map.of("edgewise.dev/sim-" + name, value), "default/p", 1);
    }

    private static PodState state(Stage stage, int restarts, RestartPolicy policy) {
        return new PodState(stage, restarts, policy, false, Duration.ofSeconds(30));
    }
}
