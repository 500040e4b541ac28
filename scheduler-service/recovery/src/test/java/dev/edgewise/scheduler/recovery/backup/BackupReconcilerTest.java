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

/** Backups become unusable for the pods that rely on them. */
class BackupReconcilerTest {
    private final FailoverFixture fixture = new FailoverFixture(1);

    @Test
    void allPodsOfACordonedBackupGetAnotherWithinAStepWhileNoneWaits() {
        nodes("n1", "n2", "n3");
        running(60, "1Gi");
        fixture.scenario.nodes(node("n2").memory("200Gi").cordoned());
        fixture.search = Duration.ofMillis(1);
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.byName().values()).allMatch(pod -> "n3".equals(pod.backup()));
    }

    @Test
    void whileOthersWaitForDecisionsAsManyAsInALongTurn() {
        nodes("n1", "n2", "n3");
        running(60, "1Gi");
        fixture.scenario.nodes(node("n2").memory("200Gi").cordoned());
        fixture.scenario.pods(pod("waits"));
        fixture.search = Duration.ofMillis(1);
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.byName().values())
                .filteredOn(pod -> "n3".equals(pod.backup()))
                .hasSizeBetween(25, 31);
    }

    /** The pod's turn among all pods would be later. */
    @Test
    void aPodForWhichThereIsNoneIsLookedAtAgainSoon() {
        nodes("n1", "n2");
        fixture.scenario.nodes(node("n3").memory("400Gi"));
        fixture.scenario.pods(
                protectedPod("large", "300Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n3"));
        running(1000, "1Mi");
        fixture.step(Duration.ofMillis(250));
        fixture.scenario.nodes(node("n3").memory("400Gi").cordoned());
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.byName().get("large").backup()).isNull();

        fixture.scenario.nodes(node("n4").memory("400Gi"));
        fixture.step(Duration.ofSeconds(5));
        assertThat(fixture.byName().get("large").backup()).isEqualTo("n4");
    }

    @Test
    void whoHasWrittenDownABackupThatIsTooSmallLosesItBeforeOthers() {
        overcommit("forged");
    }

    @Test
    void whoHasGrownLosesABackupThatIsTooSmallBeforeOthers() {
        overcommit("resized");
    }

    /** The honest one was there before the other, and it is not its turn among all. */
    private void overcommit(String dishonest) {
        fixture.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("3Gi"));
        fixture.scenario.pods(pod("filler").memory("1Gi").runningOn("n2"));
        fixture.scenario.pods(
                protectedPod("first", "1Mi").runningOn("n3").annotation(Names.BACKUP_NODE_ANNOTATION, "n1"));
        fixture.scenario.pods(relying("honest", "3Gi", "n1"));
        if (dishonest.equals("resized")) {
            fixture.scenario.pods(relying("resized", "1Gi", "n3"));
        }
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.byName().values()).noneMatch(pod -> pod.backup() == null);

        fixture.scenario.pods(relying(dishonest, "4Gi", "n3"));
        fixture.search = Duration.ofMillis(6);
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.byName().get("honest").backup()).isEqualTo("n2");
        assertThat(fixture.byName().get(dishonest).backup()).isNull();
    }

    private static TestPods.Builder relying(String name, String memory, String home) {
        return protectedPod(name, memory).runningOn(home).annotation(Names.BACKUP_NODE_ANNOTATION, "n2");
    }

    private void nodes(String... names) {
        for (String name : names) {
            fixture.scenario.nodes(node(name).cpu("2000").memory("200Gi").maxPods(2000));
        }
    }

    /** Places pods on n1 that rely on n2. */
    private void running(int count, String memory) {
        for (int i = 0; i < count; i++) {
            fixture.scenario.pods(relying("p" + i, memory, "n1"));
        }
    }
}
