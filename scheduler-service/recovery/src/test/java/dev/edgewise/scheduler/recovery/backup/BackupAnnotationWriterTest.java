package dev.edgewise.scheduler.recovery.backup;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.recovery.failure.FailoverFixture;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackupAnnotationWriterTest {
    private final FailoverFixture fixture = new FailoverFixture(1);

    /** The next leader keeps the room by it as long as it does not know the reservation as active. */
    @Test
    void whatALostPodSaysOfItsBackupStaysUntilItIsDeleted() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        BackupAnnotationWriter writes = writer();
        fixture.step(Duration.ofSeconds(1));
        writes.step();
        fixture.fail("n1", node("n1"));
        fixture.scenario.pass(Duration.ofSeconds(1));
        fixture.reconcile();
        fixture.scenario.pass(Duration.ofSeconds(2));
        fixture.reconcile();
        writes.step();
        assertThat(fixture.written).contains("reserve a n2").noneMatch(said -> said.startsWith("annotate a"));
    }

    @Test
    void aBackupThatWasFoundToHoldCountsWhateverItsOwnerWritesLater() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        TestPods.Builder bound = protectedPod("a", "1Gi").runningOn("n1");
        fixture.scenario.pods(bound.annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        fixture.step(Duration.ofSeconds(1));

        fixture.scenario.pods(bound.annotation(Names.BACKUP_NODE_ANNOTATION, "n3"));
        fixture.step(Duration.ofSeconds(1));
        writer().step();

        assertThat(fixture.byName().get("a").backup()).isEqualTo("n2");
        assertThat(fixture.written).containsExactly("annotate a n2");
    }

    @Test
    void thatNothingProtectsAPodIsWrittenOnce() {
        fixture.scenario.nodes(node("n1"));
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1"));
        BackupAnnotationWriter writes = writer();

        fixture.step(Duration.ofSeconds(1));
        writes.step();
        fixture.step(Duration.ofSeconds(60));
        writes.step();
        assertThat(fixture.written).containsExactly("annotate a null");

        fixture.scenario.nodes(node("n2"));
        fixture.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(fixture.written).containsExactly("annotate a null", "annotate a n2");
    }

    @Test
    void theNextLeaderDoesNotWriteAgainThatNothingProtectsAPod() {
        fixture.scenario.nodes(node("n1"));
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").unprotected());
        BackupAnnotationWriter writes = writer();

        fixture.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(fixture.written).isEmpty();

        fixture.scenario.nodes(node("n2"));
        fixture.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(fixture.written).containsExactly("annotate a n2");
    }

    @Test
    void whatPodsSayThatAreNotToBeProtectedAnyMoreIsTakenBack() {
        fixture.scenario.nodes(node("n1"), node("n2"));
        BackupAnnotationRemover withdrawals = new BackupAnnotationRemover(
                fixture.scenario.state,
                fixture.scenario.decisions,
                pod -> !pod.spec().schedulerName().equals("other"),
                fixture,
                fixture.scenario.ticker);
        TestPods.Builder bound =
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2");
        fixture.scenario.pods(bound);
        withdrawals.step();
        assertThat(fixture.written).isEmpty();

        fixture.scenario.pods(bound.annotation(Names.RECOVERY_ANNOTATION, "none"));
        fixture.scenario.pods(pod("ownerless").runningOn("n1").unprotected());
        fixture.scenario.pods(pod("foreign").scheduler("other").runningOn("n1").unprotected());
        withdrawals.step();
        withdrawals.step();
        assertThat(fixture.written).containsExactly("withdraw a", "withdraw ownerless");

        fixture.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1"), pod("ownerless").runningOn("n1"));
        fixture.scenario.pass(Duration.ofSeconds(10));
        withdrawals.step();
        assertThat(fixture.written).hasSize(2);
    }

    @Test
    void anAnnotationThatNamesNoNodeIsReplacedAndWritten() {
        fixture.scenario.nodes(node("n1"), node("n2"));
        fixture.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "nowhere"));

        fixture.step(Duration.ofSeconds(1));
        BackupAnnotationWriter writes = writer();
        writes.step();
        writes.step();

        assertThat(fixture.byName().get("a").backup()).isEqualTo("n2");
        assertThat(fixture.written).containsExactly("annotate a n2");
        assertThat(fixture.messages).containsExactly("node nowhere is not in the cluster: node n2 keeps room");
    }

    @Test
    void anAnnotationThatNamesAWrongNodeIsReported() {
        fixture.scenario.nodes(node("n1"), node("n2"));
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n1"));
        fixture.scenario.pods(protectedPod("b", "9Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));

        fixture.step(Duration.ofSeconds(1));
        writer().step();

        assertThat(fixture.messages)
                .containsExactly(
                        "annotation edgewise.dev/backup-node named n1, which is its own node: node n2 keeps room",
                        "node n2 keeps no room for it: why");
    }

    @Test
    void thatABackupChangedIsNotWordedAsAWrongAnnotation() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        fixture.step(Duration.ofSeconds(1));

        fixture.scenario.nodes(node("n2").cordoned());
        fixture.step(Duration.ofSeconds(1));
        writer().step();

        assertThat(fixture.messages).containsExactly("node n3 keeps room instead of n2");
    }

    private BackupAnnotationWriter writer() {
        return new BackupAnnotationWriter(
                fixture.scenario.state, fixture.scenario.decisions, fixture, pod -> "why", fixture.scenario.ticker);
    }
}
