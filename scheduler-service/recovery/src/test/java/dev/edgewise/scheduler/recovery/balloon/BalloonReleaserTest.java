package dev.edgewise.scheduler.recovery.balloon;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BalloonReleaserTest {
    private final Scenario scenario =
            new Scenario(BuiltInProfiles.edgewise(), 1, new ProtectionRules(Set.of("edgewise"), 1));
    private final List<String> written = new ArrayList<>();
    private final TestBalloons balloons = new TestBalloons(scenario, written);
    private final BalloonReleaser releaser = new BalloonReleaser(
            scenario.state,
            scenario.decisions,
            balloons,
            new PodRestartNodeTainter(scenario.state, scenario.decisions, balloons, scenario.ticker),
            scenario.ticker);

    @Test
    void aNodeHasNoReleasedBalloonOnceTheApiServerHasDeletedIt() {
        scenario.nodes(node("n1"));
        balloons.put("b", "n1", new Resources(0, 1L << 30, 0, Map.of()));
        balloons.watchIsLate = true;
        releaser.release(Set.of("n1"), Set.of());
        assertThat(scenario.state.protection().releasedBalloons()).hasSize(1);

        // First the taint, which other schedulers know after 500 ms.
        assertThat(releaser.delete("n1")).isFalse();
        assertThat(releaser.delete("n1")).isFalse();
        scenario.pass(Duration.ofMillis(500));
        assertThat(releaser.delete("n1")).isTrue();

        assertThat(written).containsExactly("guard n1", "delete b");
        assertThat(scenario.state.protection().releasedBalloons()).isEmpty();
    }
}
