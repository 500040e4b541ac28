package dev.edgewise.scheduler.recovery.web;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.recovery.RecoveryStatus;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.TestDecisions;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;

class RecoveryControllerTest {
    private final ClusterState state =
            new ClusterState(new TestClock(), name -> false, new ProtectionRules(Set.of("edgewise"), 1));
    private final ManualTicker ticker = new ManualTicker();
    private final TestDecisions decisions = new TestDecisions(state);
    private final KnownStatus status = new KnownStatus();
    private Runnable duringSearch = () -> {};
    /** Each search takes 150 ms. */
    private final RecoveryController controller = new RecoveryController(
            state,
            new BackupReconciler(
                    state,
                    decisions,
                    name -> {
                        ticker.advance(Duration.ofMillis(150));
                        duringSearch.run();
                        return BuiltInProfiles.edgewise();
                    },
                    () -> 0),
            status,
            decisions,
            ticker);

    private static final class KnownStatus implements RecoveryStatus {
        private @Nullable String pauseReason;
        private List<String> failed = List.of();

        @Override
        public @Nullable String pauseReason() {
            return pauseReason;
        }

        @Override
        public List<String> failedNodes() {
            return failed;
        }
    }

    @BeforeEach
    void threePods() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").build());
        state.putNode(node("n3").build());
        state.putPod(
                on("a", "n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n3").build());
        state.putPod(
                on("b", "n2").annotation(Names.BACKUP_NODE_ANNOTATION, "n3").build());
        state.putPod(on("c", "n3").build());
    }

    @Test
    void saysWhatIsKeptWhereAndForWhichNodes() {
        RecoveryResponse all = controller.recovery(10, null);

        assertThat(all.pods()).isEqualTo(3);
        assertThat(all.unprotected()).isEqualTo(1);
        assertThat(all.requested()).containsEntry("memory", "2147483648").containsEntry("pods", "2");
        assertThat(all.reserved()).containsEntry("memory", "1073741824").containsEntry("pods", "1");
        assertThat(all.backups().items()).singleElement().satisfies(backup -> {
            assertThat(backup.node()).isEqualTo("n3");
            assertThat(backup.nodes()).isEqualTo(2);
            assertThat(backup.pods()).isEqualTo(2);
            assertThat(backup.standsInFor())
                    .extracting(BackupNodeResponse.Home::node)
                    .containsExactly("n1", "n2");
        });
        assertThat(controller.recovery(10, "n3").backups().items()).isEmpty();
    }

    @Test
    void saysWhatIsUnderWay() {
        assertThat(controller.recovery(10, null))
                .extracting(RecoveryResponse::leader, RecoveryResponse::held, RecoveryResponse::failedNodes)
                .containsExactly(true, null, List.of());

        state.removeNode("n1");
        status.failed = List.of("n1");
        state.protection().assign(state.pod(new PodKey("default", "a")), null);
        state.reservations()
                .put(reservation("recovery-uid-of-a")
                        .on("n3")
                        .cpu(0)
                        .memory(1L << 30)
                        .owner("owner-of-a")
                        .timeToLive(Duration.ofMinutes(10))
                        .build());
        assertThat(controller.recovery(10, null).failedNodes()).containsExactly("n1");
        assertThat(controller.pods(10, null, null, null, "default/a").items())
                .extracting(ProtectionResponse::reason)
                .containsExactly("its node n1 failed: it restarts on n3");

        status.pauseReason = "3 nodes fail together";
        assertThat(controller.recovery(10, null).held()).isEqualTo("3 nodes fail together");
        assertThat(health().getStatus().getCode()).isEqualTo("DEGRADED");
        assertThat(health().getDetails()).containsKey("held");
        status.pauseReason = null;
        assertThat(health().getStatus().getCode()).isEqualTo("UP");
        decisions.active = false;
        assertThat(controller.recovery(10, null).leader()).isFalse();
    }

    private Health health() {
        return new RecoveryHealth(status).health();
    }

    @Test
    void saysWhichPodIsProtectedByWhatAndWhichIsNotAndWhy() {
        assertThat(controller.pods(10, null, true, null, null).items())
                .containsExactly(
                        new ProtectionResponse("default/a", "n1", "n3", null),
                        new ProtectionResponse("default/b", "n2", "n3", null));
        assertThat(controller.pods(10, null, false, null, null).items())
                .singleElement()
                .satisfies(pod -> {
                    assertThat(pod.pod()).isEqualTo("default/c");
                    assertThat(pod.backup()).isNull();
                    assertThat(pod.reason()).isEqualTo("another node has room by now, and is about to be chosen");
                });
        assertThat(controller.pods(10, "default/a", null, null, null).items())
                .extracting(ProtectionResponse::pod)
                .containsExactly("default/b", "default/c");
    }

    @Test
    void aPageOfManyPodsDoesNotSearchForLong() {
        state.putPod(on("d", "n3").build());
        state.putPod(on("e", "n3").build());
        state.putPod(on("f", "n3").build());
        assertThat(controller.pods(10, null, false, null, null).items())
                .extracting(pod -> RecoveryController.NOT_LOOKED_UP.equals(pod.reason()))
                .containsExactly(false, false, true, true);
    }

    @Test
    void pagesAreByNamespaceAndName() {
        List<String> shuffled = List.of("a-b/x", "a/z", "default/aa", "a/y", "b/x", "a.b/w", "a/x");
        shuffled.forEach(name -> state.putPod(on(name.substring(name.indexOf('/') + 1), "n1")
                .namespace(name.substring(0, name.indexOf('/')))
                .build()));
        List<String> found = new ArrayList<>();
        String next = null;
        do {
            Page<ProtectionResponse> page = controller.pods(3, next, null, null, null);
            assertThat(page.items()).hasSizeBetween(1, 3);
            page.items().forEach(pod -> found.add(pod.pod()));
            next = page.next();
        } while (next != null);
        assertThat(found)
                .containsExactly(
                        "a/x",
                        "a/y",
                        "a/z",
                        "a-b/x",
                        "a.b/w",
                        "b/x",
                        "default/a",
                        "default/aa",
                        "default/b",
                        "default/c");
        assertThat(controller.pods(10, "b", null, null, null).items())
                .extracting(ProtectionResponse::pod)
                .first()
                .isEqualTo("b/x");
    }

    /** Each looks at all protected pods, on a thread and a processor that others need. */
    @Test
    void twoListsAreReadAtATime() {
        duringSearch = () -> {
            duringSearch = () -> {
                duringSearch = () -> {};
                assertThatThrownBy(() -> controller.pods(10, null, null, null, null))
                        .isInstanceOf(BusyException.class);
                assertThatThrownBy(() -> controller.recovery(10, null)).isInstanceOf(BusyException.class);
            };
            assertThat(controller.pods(10, null, false, null, null).items()).hasSize(1);
        };
        assertThat(controller.pods(10, null, false, null, null).items()).hasSize(1);
        assertThat(controller.recovery(10, null).pods()).isEqualTo(3);
    }

    @Test
    void saysWhatKeepsOtherNodesFromStandingIn() {
        state.putPod(pod("a-large-one").memory("7Gi").runningOn("n1").build());
        state.putPod(pod("another").memory("7Gi").runningOn("n2").build());
        assertThat(reason()).as("both nodes are as good as full").isEqualTo("no other node has room to keep for it");

        state.removePod(new PodKey("default", "another"));
        state.putNode(
                node("n2").taint("kept-for", "others", Taint.Effect.NO_SCHEDULE).build());
        assertThat(reason())
                .startsWith("it may run on no other node that has room: node(s) had untolerated taint")
                .hasSizeLessThan(210);

        state.removeNode("n1");
        state.removeNode("n2");
        assertThat(reason()).isEqualTo("no other node is within its needs");
    }

    private String reason() {
        return controller
                .pods(10, null, false, null, "default/c")
                .items()
                .get(0)
                .reason();
    }

    @Test
    void findsPodsByTheirBackupAndByPartsOfNames() {
        assertThat(found("n3", null)).containsExactly("default/a", "default/b");
        assertThat(found("n2", null)).isEmpty();
        assertThat(found(null, "n2")).containsExactly("default/b");
        assertThat(found(null, "n3")).containsExactly("default/a", "default/b", "default/c");
        assertThat(found("n3", "lt/a")).containsExactly("default/a");
    }

    private List<String> found(String backup, String part) {
        return controller.pods(10, null, null, backup, part).items().stream()
                .map(ProtectionResponse::pod)
                .toList();
    }

    private static TestPods.Builder on(String name, String home) {
        return pod(name).controllerUid("owner-of-" + name).memory("1Gi").runningOn(home);
    }
}
