package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.testing.TestNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * An edge node that keeps running by itself beside ordinary ones: the annotation {@value Names#RECOVERY_ANNOTATION}:
 * none.
 */
class KeptPodsTest {
    private final FailoverFixture fixture = new FailoverFixture(1);
    private final TestNodes.Builder autonomous = node("n1").memory("4Gi").keepingPods();

    private void placed() {
        fixture.scenario.nodes(
                autonomous,
                node("n2").memory("4Gi"),
                node("n3").memory("4Gi"),
                node("n4").memory("4Gi"));
        fixture.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1"),
                protectedPod("b", "1Gi").runningOn("n2"));
        fixture.step(Duration.ofSeconds(1));
    }

    @Test
    void itsPodsAreNotRestartedWhenItFails() {
        placed();
        assertThat(fixture.byName()).containsOnlyKeys("b");
        fixture.fail("n1", autonomous);
        fixture.steps(Duration.ofSeconds(2));
        assertThat(fixture.written).noneMatch(said -> said.startsWith("delete") || said.startsWith("reserve"));

        fixture.fail("n2", node("n2").memory("4Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));
        assertThat(fixture.written).contains("delete b").doesNotContain("delete a");
    }

    @Test
    void noRoomIsKeptForThem() {
        placed();
        long kept = fixture.scenario.state.protection().backupIndex().backups().stream()
                .mapToLong(name -> fixture.scenario
                        .state
                        .protection()
                        .backupIndex()
                        .of(name)
                        .reserve()
                        .resources()
                        .memory())
                .sum();
        assertThat(kept).as("for b alone").isEqualTo(1L << 30);
    }

    @Test
    void theAnnotationCountsAsSoonAsItIsWrittenAndTakenBack() {
        placed();
        fixture.scenario.nodes(node("n1").memory("4Gi"));
        fixture.step(Duration.ofSeconds(1));
        assertThat(fixture.byName().get("a").backup()).isNotNull();

        fixture.scenario.nodes(autonomous);
        assertThat(fixture.byName()).containsOnlyKeys("b");
    }

    @Test
    void aPodThatRequiresProtectionIsNotPlacedThere() {
        fixture.scenario.nodes(autonomous, node("n2").memory("512Mi"));
        fixture.scenario
                .pods(protectedPod("a", "1Gi").annotation(Names.RECOVERY_ANNOTATION, "required"))
                .run();
        assertThat(fixture.scenario.recorded.unschedulable.get("a"))
                .contains("its node keeps its pods when it fails (annotation edgewise.dev/recovery)");

        fixture.scenario.nodes(node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        fixture.scenario.runAfter(Duration.ofSeconds(2));
        assertThat(fixture.scenario.nodeOf("a")).isIn("n2", "n3");
    }

    @Test
    void aPodThatPrefersProtectionMayGoThereAndSaysSo() {
        fixture.scenario.nodes(autonomous, node("n2").memory("512Mi"));
        fixture.scenario.pods(protectedPod("a", "1Gi")).run().confirm();
        assertThat(fixture.scenario.nodeOf("a")).isEqualTo("n1");
        assertThat(fixture.scenario.state.protection().find(new PodKey("default", "a")))
                .isNull();
    }
}
