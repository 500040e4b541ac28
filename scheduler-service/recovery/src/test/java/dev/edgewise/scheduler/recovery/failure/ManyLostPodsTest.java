package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A failed node has more pods than one step handles. */
class ManyLostPodsTest {
    private final FailoverFixture fixture = new FailoverFixture(1);

    /** Pods that there was no time for come next, without a pause. */
    @Test
    void decisionsWaitNoLongerForManyLostPods() {
        fixture.scenario.nodes(node("n1").memory("64Gi"), node("n2").memory("64Gi"));
        for (int i = 0; i < 20; i++) {
            fixture.scenario.pods(
                    protectedPod("p" + i, "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        fixture.fail("n1", node("n1").memory("64Gi"));
        fixture.step(Duration.ZERO);
        fixture.search = Duration.ofMillis(5);

        fixture.step(Duration.ofSeconds(2));
        assertThat(fixture.written)
                .filteredOn(said -> said.startsWith("reserve"))
                .hasSize(5);
        steps(3);
        assertThat(fixture.written)
                .filteredOn(said -> said.startsWith("reserve"))
                .hasSize(20);
    }

    /**
     * Pods at the end of the list are not passed over for those at its beginning, which are due again before all have
     * had their turn.
     */
    @Test
    void ofManyThatCannotBeHelpedEachHasItsTurn() {
        fixture.scenario.nodes(
                node("n1").memory("4000Gi").maxPods(2000), node("n2").memory("1Gi"));
        fixture.scenario.pods(pod("filler").memory("1Gi").runningOn("n2"));
        for (int i = 0; i < 1200; i++) {
            fixture.scenario.pods(protectedPod("large" + i, "2Gi").runningOn("n1"));
        }
        fixture.scenario.pods(protectedPod("small", "1Gi").runningOn("n1"));
        fixture.fail("n1", node("n1").memory("4000Gi").maxPods(2000));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));
        steps(40);
        assertThat(fixture.written).isEmpty();

        fixture.scenario.gone("filler");
        steps(30);
        assertThat(fixture.written).contains("reserve small n2");
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            fixture.step(Duration.ofMillis(250));
        }
    }
}
