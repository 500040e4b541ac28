package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Each kind of placeholder, and each way in which it gives its capacity back: waiting pods are placed within seconds,
 * not after the timeout of 5 min.
 */
class FreedCapacityPodWakerTest {
    private final Scenario scenario =
            new Scenario(BuiltInProfiles.edgewise(), 5, new ProtectionRules(Set.of("edgewise"), 1));
    private final TestPods.Builder waiting = pod("q").cpu("800m").annotation(Names.RECOVERY_ANNOTATION, "none");

    /** p on n2 has its backup on n1, which keeps 500m of its 1000m; q asks for 800m. */
    private Pod protectedPod() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        scenario.pods(pod("busy")
                .cpu("500m")
                .annotation(Names.RECOVERY_ANNOTATION, "none")
                .runningOn("n2"));
        scenario.pods(pod("p").controllerUid("rs")
                .cpu("500m")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "n1")
                .runningOn("n2"));
        Pod known = scenario.state.pod(new PodKey("default", "p"));
        assertThat(scenario.state.protection().find(known.key()).backup()).isEqualTo("n1");
        return known;
    }

    private void waits() {
        scenario.pods(waiting).run();
        assertThat(scenario.nodeOf("q")).isNull();
        // Rested after its first attempt, so that an event makes it active at once.
        scenario.runAfter(Duration.ofSeconds(2));
        assertThat(scenario.nodeOf("q")).isNull();
    }

    private void isPlacedOnN1() {
        scenario.run();
        assertThat(scenario.nodeOf("q")).isEqualTo("n1");
    }

    @Test
    void aBackupThatIsTakenAway() {
        Pod backedUp = protectedPod();
        waits();
        scenario.cycle.exclusively(() -> scenario.state.protection().assign(backedUp, null));
        isPlacedOnN1();
    }

    @Test
    void aBackupThatMovesToAnotherNode() {
        Pod backedUp = protectedPod();
        scenario.nodes(node("n3").cpu("600m"));
        waits();
        scenario.cycle.exclusively(() -> scenario.state.protection().assign(backedUp, "n3"));
        isPlacedOnN1();
    }

    @Test
    void aBoundPodThatNeedsNoBackupAnyMore() {
        protectedPod();
        waits();
        scenario.pods(pod("p").controllerUid("rs")
                .cpu("500m")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "n1")
                .annotation(Names.RECOVERY_ANNOTATION, "none")
                .runningOn("n2"));
        isPlacedOnN1();
    }

    @Test
    void aReservationThatEnds() {
        reserved();
        scenario.cycle.exclusively(() -> scenario.state.reservations().expire("uid-of-reservation-r"));
        isPlacedOnN1();
    }

    @Test
    void aReservationThatIsDeleted() {
        reserved();
        scenario.feed.reservations().remove(new ReservationKey("default", "r"));
        isPlacedOnN1();
    }

    @Test
    void aReservationThatASmallerPodTakes() {
        reserved();
        scenario.pods(pod("cart").cpu("100m").label("app", "cart").annotation(Names.RECOVERY_ANNOTATION, "none"))
                .run();
        assertThat(scenario.nodeOf("cart")).isEqualTo("n1");
        isPlacedOnN1();
    }

    private void reserved() {
        scenario.nodes(node("n1").cpu("1"));
        scenario.feed
                .reservations()
                .put(reservation("r").on("n1").cpu(500).app("cart").build());
        scenario.cycle.exclusively(() -> scenario.state.reservations().accept(100));
        waits();
    }

    @Test
    void aBalloonThatIsDeleted() {
        scenario.nodes(node("n1").cpu("1"));
        Balloon balloon = new Balloon(
                new PodKey("edgewise", "b"),
                "uid-b",
                "n1",
                new ResourceDemand(new Resources(500, 0, 0, Map.of()), 1),
                true);
        scenario.feed.balloon(balloon);
        waits();
        scenario.feed.podGone(balloon.key());
        isPlacedOnN1();
    }

    /** The capacity only changes its holder: waiting pods are not woken in vain. */
    @Test
    void roomThatIsKeptAgainInTheSameStepWakesNoPod() {
        Pod backedUp = protectedPod();
        waits();
        int attempts = scenario.recorded.decisions.size();
        scenario.cycle.exclusively(() -> {
            scenario.state.protection().assign(backedUp, null);
            scenario.state.protection().assign(backedUp, "n1");
        });
        scenario.run();
        assertThat(scenario.recorded.decisions).hasSize(attempts);
    }

    /** One wake-up for a step, however many backups it moves. */
    @Test
    void aStepThatFreesRoomOfManyWakesOnce() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        for (int i = 0; i < 50; i++) {
            scenario.pods(pod("p" + i)
                    .controllerUid("rs")
                    .cpu("10m")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n1")
                    .runningOn("n2"));
        }
        scenario.cycle.exclusively(() -> scenario.state.protection().pods().forEach(one -> scenario.state
                .protection()
                .assign(one.pod(), null)));
        assertThat(scenario.state.drainCapacityChange().freed())
                .as("the step has told it")
                .isFalse();
    }
}
