package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverWorld.protectedPod;
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
    private final FailoverWorld world = new FailoverWorld(1);
    private final TestNodes.Builder autonomous = node("n1").memory("4Gi").keepingPods();

    private void placed() {
        world.scenario.nodes(
                autonomous,
                node("n2").memory("4Gi"),
                node("n3").memory("4Gi"),
                node("n4").memory("4Gi"));
        world.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1"),
                protectedPod("b", "1Gi").runningOn("n2"));
        world.step(Duration.ofSeconds(1));
    }

    @Test
    void itsPodsAreNotRestartedWhenItFails() {
        placed();
        assertThat(world.byName()).containsOnlyKeys("b");
        world.fail("n1", autonomous);
        world.steps(Duration.ofSeconds(2));
        assertThat(world.written).noneMatch(said -> said.startsWith("delete") || said.startsWith("reserve"));

        world.fail("n2", node("n2").memory("4Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));
        assertThat(world.written).contains("delete b").doesNotContain("delete a");
    }

    @Test
    void noRoomIsKeptForThem() {
        placed();
        long kept = world.scenario.state.protection().backupIndex().backups().stream()
                .mapToLong(name -> world.scenario
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
        world.scenario.nodes(node("n1").memory("4Gi"));
        world.step(Duration.ofSeconds(1));
        assertThat(world.byName().get("a").backup()).isNotNull();

        world.scenario.nodes(autonomous);
        assertThat(world.byName()).containsOnlyKeys("b");
    }

    @Test
    void aPodThatRequiresProtectionIsNotPlacedThere() {
        world.scenario.nodes(autonomous, node("n2").memory("512Mi"));
        world.scenario
                .pods(protectedPod("a", "1Gi").annotation(Names.RECOVERY_ANNOTATION, "required"))
                .run();
        assertThat(world.scenario.world.unschedulable.get("a"))
                .contains("its node keeps its pods when it fails (annotation edgewise.dev/recovery)");

        world.scenario.nodes(node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        world.scenario.runAfter(Duration.ofSeconds(2));
        assertThat(world.scenario.nodeOf("a")).isIn("n2", "n3");
    }

    @Test
    void aPodThatPrefersProtectionMayGoThereAndSaysSo() {
        world.scenario.nodes(autonomous, node("n2").memory("512Mi"));
        world.scenario.pods(protectedPod("a", "1Gi")).run().confirm();
        assertThat(world.scenario.nodeOf("a")).isEqualTo("n1");
        assertThat(world.scenario.state.protection().find(new PodKey("default", "a")))
                .isNull();
    }
}
