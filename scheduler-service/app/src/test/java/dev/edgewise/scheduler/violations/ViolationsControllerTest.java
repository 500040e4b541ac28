package dev.edgewise.scheduler.violations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods on {@code far}, 30 ms from the camera, with a bound of 20, 10 and 0 ms, and one in another namespace. */
class ViolationsControllerTest {
    private final TestClock clock = new TestClock();
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state =
            new ClusterState(clock, name -> false, new ProtectionRules(Set.of("edgewise"), 1));
    private final ViolationTracker drift =
            new ViolationTracker(new BoundPodDelayCheck(DelayRules.DEFAULT), pod -> true, ticker);
    private final ViolationsController controller = new ViolationsController(drift, state, clock, ticker);

    @BeforeEach
    void fourPodsTooFarAway() {
        state.putNode(node("cam").build());
        state.putNode(node("far").cpu("4").build());
        state.putNode(node("near").cpu("4").build());
        long until = clock.millis() + 600_000;
        Rtt thirty = new Rtt(30_000, 30_000, 30_000, clock.millis(), until);
        Rtt five = new Rtt(5_000, 5_000, 5_000, clock.millis(), until);
        state.change(RttIndex.FACT, rtt -> rtt.with("cam", Map.of("far", thirty, "near", five)));
        state.putPod(needing("a", "20").build());
        state.putPod(needing("b", "10").build());
        state.putPod(needing("c", "0").build());
        state.putPod(needing("d", "25").namespace("other").build());
        refresh();
    }

    private void refresh() {
        drift.refresh(state.snapshot().at(clock.instant()), Duration.ofDays(1));
    }

    private static TestPods.Builder needing(String name, String millis) {
        return pod(name)
                .controllerUid("owner-of-" + name)
                .cpu("1")
                .label("delay_cam", millis)
                .runningOn("far");
    }

    private static List<String> names(Page<ViolationResponse> page) {
        return page.items().stream().map(ViolationResponse::pod).toList();
    }

    @Test
    void namespacesTakeTurnsEachWithItsWorstFirst() {
        assertThat(names(controller.violations(10, null)))
                .containsExactly("default/c", "other/d", "default/b", "default/a");

        Page<ViolationResponse> first = controller.violations(1, null);
        assertThat(first.next()).endsWith("~0~30.0~default/c");
        Page<ViolationResponse> second = controller.violations(2, first.next());
        assertThat(names(second)).containsExactly("other/d", "default/b");
        Page<ViolationResponse> last = controller.violations(2, second.next());
        assertThat(names(last)).containsExactly("default/a");
        assertThat(last.next()).isNull();
    }

    @Test
    void aPathThatDoesNotAnswerIsWorseThanAnyTime() {
        long until = clock.millis() + 600_000;
        Rtt silent = new Rtt(5_000, 5_000, 5_000, 1, 20, clock.millis(), clock.millis(), null);
        Rtt five = new Rtt(5_000, 5_000, 5_000, clock.millis(), until);
        state.change(RttIndex.FACT, rtt -> rtt.with("door", Map.of("far", silent, "near", five)));
        state.putNode(node("door").build());
        state.putPod(pod("e").label("delay_door", "20").runningOn("far").build());
        refresh();
        Page<ViolationResponse> first = controller.violations(1, null);
        assertThat(names(first)).containsExactly("default/e");
        assertThat(first.items().get(0).severity()).isNull();
        assertThat(names(controller.violations(1, first.next()))).containsExactly("other/d");
    }

    @Test
    void pagesThatFollowAreOfTheSameListAndTheFirstIsCurrent() {
        Page<ViolationResponse> first = controller.violations(2, null);
        state.removePod(needing("b", "10").build().key());
        refresh();
        assertThat(names(controller.violations(2, first.next()))).containsExactly("default/b", "default/a");
        assertThat(names(controller.violations(10, null))).containsExactly("default/c", "other/d", "default/a");

        state.removePod(needing("a", "20").build().key());
        refresh();
        assertThat(names(controller.violations(2, first.next())))
                .as("beside newer ones")
                .containsExactly("default/b", "default/a");
        ticker.advance(Duration.ofSeconds(30));
        assertThat(names(controller.violations(10, first.next())))
                .as("not for long")
                .isEmpty();
    }

    @Test
    void anotherReplicaGoesOnWithAPage() {
        String next = controller.violations(2, null).next();
        ViolationsController other = new ViolationsController(drift, state, clock, ticker);
        assertThat(names(other.violations(10, next))).containsExactly("default/b", "default/a");
    }

    @Test
    void aPartIsNotTakenForAll() {
        ViolationTracker young = new ViolationTracker(new BoundPodDelayCheck(DelayRules.DEFAULT), pod -> true, ticker);
        ViolationsController starting = new ViolationsController(young, state, clock, ticker);
        young.refresh(state.snapshot(), Duration.ZERO);
        assertThatThrownBy(() -> starting.violations(10, null))
                .isInstanceOf(BusyException.class)
                .hasMessageContaining("has not judged all pods yet");
        young.refresh(state.snapshot(), Duration.ofDays(1));
        assertThat(starting.violations(10, null).items()).hasSize(4);
    }

    @Test
    void saysWhySinceWhenAndHowBadly() {
        ticker.advance(Duration.ofSeconds(3));
        clock.advance(Duration.ofSeconds(3));
        assertThat(controller.violations(1, "x~0~30.0~default/c").items())
                .containsExactly(new ViolationResponse(
                        "other/d",
                        "uid-of-d",
                        "far",
                        "node(s) were farther than 25 ms from cam",
                        1.2,
                        TestClock.START,
                        null));
    }

    @Test
    void aBackupIsNamedAsLongAsItHasRoomBesideWhatIsKept() {
        state.putPod(needing("a", "20")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "near")
                .build());
        refresh();
        assertThat(backupOf("default/a")).isEqualTo("near");

        state.putPod(pod("large").cpu("4").runningOn("near").build());
        assertThat(backupOf("default/a")).as("it is full").isNull();
        state.putPod(needing("a", "20")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "nowhere")
                .build());
        assertThat(backupOf("default/a")).isNull();
        state.putPod(needing("a", "20")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "far")
                .build());
        assertThat(backupOf("default/a")).as("it is there").isNull();
    }

    @Test
    void aBackupThatKeepsNoRoomForThePodAnyMoreIsNotNamed() {
        TestPods.Builder bound = needing("a", "20").annotation(Names.BACKUP_NODE_ANNOTATION, "near");
        state.putPod(bound.build());
        refresh();
        state.protection().assign(bound.build(), null);
        assertThat(backupOf("default/a")).as("it has lost it").isNull();

        state.protection().follow();
        assertThat(backupOf("default/a")).isEqualTo("near");
        state.putPod(bound.annotation(Names.RECOVERY_ANNOTATION, "none").build());
        assertThat(backupOf("default/a")).as("it is not to be protected").isNull();
    }

    private String backupOf(String pod) {
        return controller.violations(10, null).items().stream()
                .filter(each -> each.pod().equals(pod))
                .findFirst()
                .orElseThrow()
                .backup();
    }

    @Test
    void namesMistakes() {
        assertThatThrownBy(() -> controller.violations(0, null)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> controller.violations(10, "page 2")).hasMessageContaining("continue");
        assertThatThrownBy(() -> controller.violations(10, "x~0~much~a")).hasMessageContaining("continue");
        assertThatThrownBy(() -> controller.violations(10, "x~first~1.5~a")).hasMessageContaining("continue");
    }
}
