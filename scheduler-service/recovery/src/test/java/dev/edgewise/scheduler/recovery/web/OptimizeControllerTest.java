package dev.edgewise.scheduler.recovery.web;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Names;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.AuditLog;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.optimizer.ReservePlan;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.recovery.backup.BackupPlanner;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.TestDecisions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.databind.json.JsonMapper;

class OptimizeControllerTest {
    private final ClusterState state =
            new ClusterState(new TestClock(), name -> false, new ProtectionRules(Set.of("edgewise"), 1));
    private final List<String> required = new ArrayList<>();
    private final TestDecisions decisions = new TestDecisions(state);
    private final BackupPlanner planner = new BackupPlanner(
            state,
            decisions,
            name -> BuiltInProfiles.edgewise(),
            () -> false,
            new BackupReconciler(state, decisions, name -> BuiltInProfiles.edgewise(), System::nanoTime),
            new SplittableRandom(1),
            System::nanoTime);
    private final OptimizeController controller =
            new OptimizeController(planner, new Guard(), JsonMapper.builder().build());

    private final class Guard implements AccessGuard {
        @Override
        public void authenticate(@Nullable String authorization) {}

        @Override
        public void require(@Nullable String authorization, Permission permission) {
            required.add(permission.verb() + " " + permission.resource());
        }
    }

    @BeforeEach
    void twoPodsOnTwoBackups() {
        for (int i = 0; i < 4; i++) {
            state.putNode(node("n" + i).memory("16Gi").build());
        }
        place("a", "n0", "n2");
        place("b", "n1", "n3");
    }

    @Test
    void showsAPlanAndChangesNothing() throws IOException {
        OptimizeResponse plan = post("{}");

        assertThat(plan.moves()).hasSize(1);
        assertThat(plan.before().percent()).isEqualTo(100);
        assertThat(plan.after().percent()).isEqualTo(50);
        assertThat(plan.leastPercent()).isBetween(0.0, 50.0);
        assertThat(plan.requested()).containsEntry("memory", Long.toString(2L << 30));
        assertThat(plan.after().reserved()).containsEntry("memory", Long.toString(1L << 30));
        assertThat(plan.applied()).isNull();
        assertThat(backups()).containsOnly(Map.entry("a", "n2"), Map.entry("b", "n3"));
        assertThat(required).containsExactly("list pods");
    }

    @Test
    void carriesItOutWhenAsked() throws IOException {
        OptimizeResponse plan = post("{\"apply\": true, \"deadlineSeconds\": 5, \"maxMoves\": 10}");

        assertThat(plan.applied()).isEqualTo(1);
        assertThat(state.snapshot().get(BackupIndex.FACT).backups()).hasSize(1);
        assertThat(required).containsExactly("list pods", "create reservations");
    }

    @Test
    void aMisspelledFieldChangesNothing() {
        assertThatThrownBy(() -> post("{\"aply\": true}")).isInstanceOf(HttpMessageNotReadableException.class);
    }

    @Test
    void aReplicaThatStandsByChangesNothing() throws IOException {
        decisions.active = false;

        assertThat(post("{}").moves()).hasSize(1);
        assertThatThrownBy(() -> post("{\"apply\": true}"))
                .isInstanceOf(BusyException.class)
                .hasMessageContaining("stands by");
        assertThat(backups()).containsEntry("a", "n2").containsEntry("b", "n3");
    }

    @Test
    void whatHasChangedMeanwhileKeepsItsBackup() {
        ReservePlan plan = planner.plan(Duration.ofSeconds(5), 10);
        ReservePlan.Move move = plan.moves().get(0);
        String moved = move.pod().pod().key().name();
        state.protection().assign(move.pod().pod(), "n" + (move.pod().home().equals("n0") ? 1 : 0));
        Map<String, String> before = backups();

        assertThat(planner.apply(plan)).isZero();
        assertThat(backups()).isEqualTo(before).containsKey(moved);
    }

    /**
     * The plan has n2 stand in for both instead of n3; one of them has changed meanwhile, so that n3 would still keep
     * room.
     */
    @Test
    void whatIsLeftOfAPlanIsNotCarriedOutIfMoreWouldBeKept() {
        place("c", "n0", "n3");
        ReservePlan planned = planner.plan(Duration.ofSeconds(5), 10);
        ReservePlan.Move ofB = new ReservePlan.Move(new PodWithBackup(known("b").pod(), "n0"), "n2");
        ReservePlan.Move ofC = new ReservePlan.Move(known("c"), "n2");
        ReservePlan plan =
                new ReservePlan(planned.requested(), planned.before(), planned.after(), 0, List.of(ofB, ofC), true);
        Map<String, String> before = backups();

        assertThat(planner.apply(plan)).isZero();
        assertThat(backups()).isEqualTo(before);
    }

    private PodWithBackup known(String pod) {
        return state.protection().find(new PodKey("default", pod));
    }

    @Test
    void whereTheNewBackupHasNoRoomAnyMoreThePodKeepsItsOwn() {
        ReservePlan plan = planner.plan(Duration.ofSeconds(5), 10);
        // Beside what the other pod has there.
        state.putPod(
                pod("late").memory("16Gi").runningOn(plan.moves().get(0).to()).build());

        assertThat(planner.apply(plan)).isZero();
        assertThat(backups()).containsEntry("a", "n2").containsEntry("b", "n3");
    }

    /** The new backup has enough capacity, but a taint that the pod does not tolerate. */
    @Test
    void whereThePodMayNotRunOnTheNewBackupAnyMoreItKeepsItsOwn() {
        ReservePlan plan = planner.plan(Duration.ofSeconds(5), 10);
        state.putNode(node(plan.moves().get(0).to())
                .memory("16Gi")
                .taint("kept-for", "others", Taint.Effect.NO_SCHEDULE)
                .build());

        assertThat(planner.apply(plan)).isZero();
        assertThat(backups()).containsEntry("a", "n2").containsEntry("b", "n3");
    }

    @Test
    void namesTheFieldThatIsOutOfBounds() {
        assertThatThrownBy(() -> post("{\"deadlineSeconds\": 0}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("deadlineSeconds")
                .hasMessageContaining("1 to 60");
        assertThatThrownBy(() -> post("{\"maxMoves\": 1001}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("maxMoves")
                .hasMessageContaining("1 to 1000");
    }

    @Test
    void onlyChangesOfBackupsAreInTheAuditLog() throws IOException {
        assertThat(isLeftOut("{\"apply\": true, \"deadlineSeconds\": 1}")).isFalse();
        assertThat(isLeftOut("{\"deadlineSeconds\": 1}")).isTrue();
    }

    private boolean isLeftOut(String body) throws IOException {
        MockHttpServletRequest request = request(body);
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
        try {
            controller.optimize(null, request);
        } finally {
            RequestContextHolder.resetRequestAttributes();
        }
        return Collections.list(request.getAttributeNames()).contains(AuditLog.class.getName() + ".leftOut");
    }

    private OptimizeResponse post(String body) throws IOException {
        return controller.optimize(null, request(body));
    }

    private static MockHttpServletRequest request(String body) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/v1/recovery:optimize");
        request.setContent(body.getBytes(StandardCharsets.UTF_8));
        return request;
    }

    private Map<String, String> backups() {
        return state.protection().pods().stream()
                .filter(pod -> pod.backup() != null)
                .collect(Collectors.toMap(pod -> pod.pod().key().name(), PodWithBackup::backup));
    }

    private void place(String name, String home, String backup) {
        state.putPod(pod(name)
                .controllerUid("owner-of-" + name)
                .memory("1Gi")
                .runningOn(home)
                .annotation(Names.BACKUP_NODE_ANNOTATION, backup)
                .build());
    }
}
