package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Preemption for pods that are placed only where another node keeps capacity for them. */
class RequiredBackupPreemptionCheckTest {
    private final Scenario scenario =
            new Scenario(BuiltInProfiles.edgewise(), 7, new ProtectionRules(Set.of("edgewise"), 1));

    @Test
    void nothingIsEvictedForAPodThatNoNodeCouldKeepRoomFor() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"))
                .pods(pod("low1").cpu("1").runningOn("n1"), pod("low2").cpu("1").runningOn("n2"))
                .pods(required("high", "1"))
                .run();

        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.recorded.unschedulable.get("high"))
                .endsWith("preemption: 0/2 nodes are available: 2 node(s) would have no other node that could keep room"
                        + " for the pod after preemption.");
    }

    @Test
    void aPodIsEvictedWhereAnotherNodeCanKeepTheRoom() {
        // It fits n2, but then no node could stand in for n2; on n1, n2 can.
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"))
                .pods(pod("low").cpu("1").runningOn("n1"))
                .pods(required("high", "1"))
                .run();
        assertThat(scenario.recorded.evicted).containsExactly("low");

        scenario.gone("low").run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n1");
        assertThat(backupOf("high")).isEqualTo("n2");
    }

    @Test
    void whatIsKeptForTheVictimIsThereForThePod() {
        // Of its 1000m, n2 keeps 500m for low, and other has the rest.
        scenario.nodes(node("n1").cpu("500m"), node("n2").cpu("1"))
                .pods(pod("low")
                        .cpu("500m")
                        .controllerUid("another")
                        .annotation(Names.BACKUP_NODE_ANNOTATION, "n2")
                        .runningOn("n1"))
                .pods(pod("other").cpu("500m").priority(100).runningOn("n2"))
                .pods(required("high", "500m"))
                .run();
        assertThat(scenario.recorded.evicted).containsExactly("low");

        scenario.gone("low").run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n1");
        assertThat(backupOf("high")).isEqualTo("n2");
    }

    @Test
    void roomThatIsToBeKeptForOnePodIsNotCountedOnForAnother() {
        // n2 can keep 1000m: for one pod of n1, not for two.
        scenario.nodes(node("n1").cpu("2"), node("n2").cpu("1"))
                .pods(pod("low1").cpu("1").runningOn("n1"), pod("low2").cpu("1").runningOn("n1"))
                .pods(required("high1", "1"), required("high2", "1"), required("high3", "1"))
                .run();

        assertThat(scenario.recorded.evicted).hasSize(1);
    }

    @Test
    void nothingIsEvictedForAPodThatCannotBeProtectedAtAll() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"))
                .pods(pod("low").cpu("1").runningOn("n1"))
                .pods(pod("bare").cpu("1").priority(10).annotation(Names.RECOVERY_ANNOTATION, ProtectionRules.REQUIRED))
                .run();

        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.recorded.unschedulable.get("bare")).contains("it has no controller that replaces it");
    }

    @Test
    void theFourthNodeIsAskedWhereTheFirstThreeAreOfNoUse() {
        // The pods of n1, n2 and n3 stay with their nodes, so that no other keeps capacity for them; those of n4
        // restart on n5, and it is the one of most harm.
        scenario.nodes(
                        node("n1").cpu("1").keepingPods(),
                        node("n2").cpu("1").keepingPods(),
                        node("n3").cpu("1").keepingPods(),
                        node("n4").cpu("1"),
                        node("n5").cpu("1"))
                .pods(
                        pod("low1").cpu("1").priority(1).runningOn("n1"),
                        pod("low2").cpu("1").priority(1).runningOn("n2"),
                        pod("low3").cpu("1").priority(1).runningOn("n3"),
                        pod("low4").cpu("1").priority(5).runningOn("n4"))
                .pods(required("high", "1"))
                .run();
        assertThat(scenario.recorded.evicted).containsExactly("low4");

        scenario.gone("low4").run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n4");
        assertThat(backupOf("high")).isEqualTo("n5");
    }

    @Test
    void aLaterAttemptReachesTheNodeThatTheFirstDoNot() {
        // 501 nodes: 3 are asked at a time. 4 of them do not help and cost less, so that the second attempt reaches n5;
        // the others may not be cleared.
        keeping(1, 4, 1);
        scenario.nodes(node("n5").cpu("1"), node("spare").cpu("1"))
                .pods(pod("low5").cpu("1").priority(5).runningOn("n5"));
        for (int i = 6; i <= 500; i++) {
            scenario.nodes(node("n" + i).cpu("1"))
                    .pods(pod("other" + i).cpu("1").priority(10).runningOn("n" + i));
        }
        scenario.pods(required("high", "1")).run();
        assertThat(scenario.recorded.evicted).as("n1 to n4 without the fourth").isEmpty();

        scenario.runAfter(Duration.ofMillis(999));
        assertThat(scenario.recorded.evicted).isEmpty();
        scenario.runAfter(Duration.ofMillis(1));
        assertThat(scenario.recorded.evicted).containsExactly("low5");
    }

    @Test
    void onceAllNodesWereAskedThePodWaitsForAChange() {
        // 4 of 501 nodes can be asked: 3 at first, the fourth after 1 s; then none for the rest of the 5 min.
        keeping(1, 4, 1);
        scenario.nodes(node("spare").cpu("1"));
        for (int i = 5; i <= 500; i++) {
            scenario.nodes(node("n" + i).cpu("1"))
                    .pods(pod("other" + i).cpu("1").priority(10).runningOn("n" + i));
        }
        scenario.pods(required("high", "1")).run();
        assertThat(scenario.recorded.unschedulable.get("high"))
                .contains("1 node(s) are tried next", "3 node(s) would have no other node");

        scenario.runAfter(Duration.ofSeconds(1));
        assertThat(scenario.recorded.unschedulable.get("high"))
                .contains("4 node(s) would have no other node")
                .doesNotContain("tried next");
        int attempts = scenario.recorded.decisions.size();
        scenario.runAfter(Duration.ofSeconds(60));
        assertThat(scenario.recorded.decisions.size()).isEqualTo(attempts);
    }

    /** Adds nodes whose pods stay with them when they fail, each full of one pod of that priority. */
    private void keeping(int first, int last, int priority) {
        for (int i = first; i <= last; i++) {
            scenario.nodes(node("n" + i).cpu("1").keepingPods())
                    .pods(pod("low" + i).cpu("1").priority(priority).runningOn("n" + i));
        }
    }

    private String backupOf(String pod) {
        return scenario.state.protection().find(pod(pod).build().key()).backup();
    }

    private static TestPods.Builder required(String name, String cpu) {
        return pod(name)
                .cpu(cpu)
                .priority(10)
                .controllerUid("controller")
                .annotation(Names.RECOVERY_ANNOTATION, ProtectionRules.REQUIRED);
    }
}
