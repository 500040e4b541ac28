package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Taint.Effect;
import dev.edgewise.scheduler.testing.Scenario;
import org.junit.jupiter.api.Test;

class TaintTolerationTest {
    private final Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 1);

    @Test
    void whatKeepsOtherSchedulersAwayKeepsNoneOfOursAway() {
        scenario.nodes(node("n1").taint(Names.RESTARTING_TAINT, "", Effect.NO_SCHEDULE))
                .pods(pod("a"))
                .run();

        assertThat(scenario.nodeOf("a")).isEqualTo("n1");
    }

    @Test
    void anyOtherDoes() {
        scenario.nodes(node("n1").taint("example.com/mine", "", Effect.NO_SCHEDULE))
                .pods(pod("a"))
                .run();

        assertThat(scenario.nodeOf("a")).isNull();
    }
}
