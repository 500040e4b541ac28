package dev.edgewise.scheduler.recovery.backup;

import static dev.edgewise.scheduler.recovery.failure.FailoverWorld.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.recovery.failure.FailoverWorld;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackupWriterTest {
    private final FailoverWorld world = new FailoverWorld(1);

    /** The next leader keeps the room by it as long as it does not know the reservation as active. */
    @Test
    void whatALostPodSaysOfItsBackupStaysUntilItIsDeleted() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        BackupWriter writes = writer();
        world.step(Duration.ofSeconds(1));
        writes.step();
        world.fail("n1", node("n1"));
        world.scenario.pass(Duration.ofSeconds(1));
        world.reconcile();
        world.scenario.pass(Duration.ofSeconds(2));
        world.reconcile();
        writes.step();
        assertThat(world.written).contains("reserve a n2").noneMatch(said -> said.startsWith("annotate a"));
    }

    @Test
    void aBackupThatWasFoundToHoldCountsWhateverItsOwnerWritesLater() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        TestPods.Builder bound = protectedPod("a", "1Gi").runningOn("n1");
        world.scenario.pods(bound.annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        world.step(Duration.ofSeconds(1));

        world.scenario.pods(bound.annotation(Names.BACKUP_NODE_ANNOTATION, "n3"));
        world.step(Duration.ofSeconds(1));
        writer().step();

        assertThat(world.byName().get("a").backup()).isEqualTo("n2");
        assertThat(world.written).containsExactly("annotate a n2");
    }

    @Test
    void thatNothingProtectsAPodIsWrittenOnce() {
        world.scenario.nodes(node("n1"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1"));
        BackupWriter writes = writer();

        world.step(Duration.ofSeconds(1));
        writes.step();
        world.step(Duration.ofSeconds(60));
        writes.step();
        assertThat(world.written).containsExactly("annotate a null");

        world.scenario.nodes(node("n2"));
        world.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(world.written).containsExactly("annotate a null", "annotate a n2");
    }

    @Test
    void theNextLeaderDoesNotWriteAgainThatNothingProtectsAPod() {
        world.scenario.nodes(node("n1"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").unprotected());
        BackupWriter writes = writer();

        world.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(world.written).isEmpty();

        world.scenario.nodes(node("n2"));
        world.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(world.written).containsExactly("annotate a n2");
    }

    @Test
    void whatPodsSayThatAreNotToBeProtectedAnyMoreIsTakenBack() {
        world.scenario.nodes(node("n1"), node("n2"));
        BackupWithdrawals withdrawals = new BackupWithdrawals(
                world.scenario.state,
                world.scenario.decisions,
                pod -> !pod.spec().schedulerName().equals("other"),
                world,
                world.scenario.ticker);
        TestPods.Builder bound =
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2");
        world.scenario.pods(bound);
        withdrawals.step();
        assertThat(world.written).isEmpty();

        world.scenario.pods(bound.annotation(Names.RECOVERY_ANNOTATION, "none"));
        world.scenario.pods(pod("ownerless").runningOn("n1").unprotected());
        world.scenario.pods(pod("foreign").scheduler("other").runningOn("n1").unprotected());
        withdrawals.step();
        withdrawals.step();
        assertThat(world.written).containsExactly("withdraw a", "withdraw ownerless");

        world.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1"), pod("ownerless").runningOn("n1"));
        world.scenario.pass(Duration.ofSeconds(10));
        withdrawals.step();
        assertThat(world.written).hasSize(2);
    }

    @Test
    void anAnnotationThatNamesNoNodeIsReplacedAndWritten() {
        world.scenario.nodes(node("n1"), node("n2"));
        world.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "nowhere"));

        world.step(Duration.ofSeconds(1));
        BackupWriter writes = writer();
        writes.step();
        writes.step();

        assertThat(world.byName().get("a").backup()).isEqualTo("n2");
        assertThat(world.written).containsExactly("annotate a n2");
        assertThat(world.messages).containsExactly("node nowhere is not in the cluster: node n2 keeps room");
    }

    @Test
    void anAnnotationThatNamesAWrongNodeIsReported() {
        world.scenario.nodes(node("n1"), node("n2"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n1"));
        world.scenario.pods(protectedPod("b", "9Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));

        world.step(Duration.ofSeconds(1));
        writer().step();

        assertThat(world.messages)
                .containsExactly(
                        "annotation edgewise.dev/backup-node named n1, which is its own node: node n2 keeps room",
                        "node n2 keeps no room for it: why");
    }

    @Test
    void thatABackupChangedIsNotWordedAsAWrongAnnotation() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        world.step(Duration.ofSeconds(1));

        world.scenario.nodes(node("n2").cordoned());
        world.step(Duration.ofSeconds(1));
        writer().step();

        assertThat(world.messages).containsExactly("node n3 keeps room instead of n2");
    }

    private BackupWriter writer() {
        return new BackupWriter(
                world.scenario.state, world.scenario.decisions, world, pod -> "why", world.scenario.ticker);
    }
}
