package dev.edgewise.scheduler.plugins.recovery;

import static dev.edgewise.scheduler.testing.TestNodes.HOSTNAME;
import static dev.edgewise.scheduler.testing.TestNodes.ZONE;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that exclude each other, where two nodes may fail together. */
class SelfAntiAffinityRestartCheckTest {
    private final ClusterState state = withFailures(2);

    @ParameterizedTest
    @ValueSource(strings = {HOSTNAME, "port"})
    void theirBackupsAreDifferentNodes(String apart) {
        for (int i = 1; i <= 4; i++) {
            state.putNode(node("n" + i).build());
        }
        protect(state, run(state, apart("a", apart), "n1"), run(state, apart("b", apart), "n2"));

        // On the other's node neither may restart.
        assertThat(backup("a")).isIn("n3", "n4");
        assertThat(backup("b")).isIn("n3", "n4").isNotEqualTo(backup("a"));
    }

    @Test
    void theirBackupsAreInDifferentZonesWhereZonesKeepThemApart() {
        for (int i = 1; i <= 6; i++) {
            state.putNode(node("n" + i).label(ZONE, "zone-" + (i + 1) / 2).build());
        }
        protect(state, run(state, apart("a", ZONE), "n1"), run(state, apart("b", ZONE), "n3"));

        // Another zone than its own is preferred, but for the second all are taken.
        assertThat(backup("a")).isIn("n5", "n6");
        assertThat(backup("b")).isEqualTo("n4");
    }

    @Test
    void aBackupThatTwoOfThemHaveDoesNotHoldUntilOneHasLeft() {
        for (int i = 1; i <= 4; i++) {
            state.putNode(node("n" + i).build());
        }
        Pod a = apart("a", HOSTNAME).runningOn("n1").build();
        Pod b = apart("b", HOSTNAME).runningOn("n2").build();
        // Leaders left them so when one node failed at a time.
        state.putPod(a.backedUpBy("n3"));
        state.putPod(b.backedUpBy("n3"));
        assertThat(holds(a, "n3")).isFalse();

        state.protection().assign(b, null);
        assertThat(holds(a, "n3")).isTrue();
        assertThat(find(b, "n3")).isEqualTo("n4");
    }

    @Test
    void theyShareOneWhereNoOtherNodeCanKeepRoom() {
        for (int i = 1; i <= 3; i++) {
            state.putNode(node("n" + i).build());
        }
        Pod a = run(state, apart("a", HOSTNAME), "n1");
        Pod b = run(state, apart("b", HOSTNAME), "n2");
        protect(state, a, b);
        assertThat(backup("a")).isEqualTo("n3");
        assertThat(backup("b")).as("which helps where its node alone fails").isEqualTo("n3");

        state.putNode(node("n4").build());
        assertThat(holds(b, "n3")).isFalse();
        state.protection().assign(b, null);
        assertThat(find(b, "n3")).isEqualTo("n4");
    }

    /** The choice among equally good pods must not change with each call. */
    @Test
    void theOneThatIsSharedStaysTheSame() {
        for (int i = 1; i <= 5; i++) {
            state.putNode(node("n" + i).build());
        }
        state.protection().assign(run(state, apart("a", HOSTNAME), "n1"), "n4");
        state.protection().assign(run(state, apart("b", HOSTNAME), "n2"), "n5");
        Pod c = run(state, apart("c", HOSTNAME), "n3");

        assertThat(find(c, "n4")).isEqualTo("n4");
        assertThat(find(c, "n5")).isEqualTo("n5");
    }

    @Test
    void whereRecoveryIsRequiredThePodWaitsForANodeApart() {
        for (int i = 1; i <= 4; i++) {
            state.putNode(node("n" + i).build());
        }
        state.protection().assign(run(state, apart("a", HOSTNAME), "n1"), "n2");
        state.protection().assign(run(state, apart("c", HOSTNAME), "n4"), "n3");
        Pod required = apart("b", HOSTNAME)
                .annotation(Names.RECOVERY_ANNOTATION, "required")
                .build();
        state.putPod(required);

        assertThat(place(required).search().decision().node()).isNull();
        assertThat(place(required).search().decision().message()).contains("which it excludes");
        state.putNode(node("n5").build());
        assertThat(place(required).backup()).isIn("n2", "n3", "n5");
    }

    /** A client that may create pods can name any controller as their owner. */
    @Test
    void podsOfAnotherNamespaceDoNotCount() {
        for (int i = 1; i <= 3; i++) {
            state.putNode(node("n" + i).build());
        }
        Pod a = run(state, apart("a", "port"), "n1");
        protect(state, a, run(state, apart("b", "port").namespace("other"), "n2"));

        assertThat(backup("b")).isEqualTo(backup("a"));
        assertThat(holds(a, backup("a"))).isTrue();
    }

    @Test
    void podsThatExcludeNobodyRestartAnywhere() {
        for (int i = 1; i <= 3; i++) {
            state.putNode(node("n" + i).build());
        }
        Pod head = run(state, apart("head", "port"), "n1");
        Pod worker = run(state, pod("worker").controllerUid("set"), "n2");
        protect(state, head, worker);

        assertThat(backup("worker")).isEqualTo("n3");
        assertThat(holds(worker, "n3")).isTrue();
    }

    @Test
    void theyMayShareOneWhereOneNodeFailsAtATime() {
        ClusterState one = withFailures(1);
        for (int i = 1; i <= 3; i++) {
            one.putNode(node("n" + i).build());
        }
        protect(one, run(one, apart("a", HOSTNAME), "n1"), run(one, apart("b", HOSTNAME), "n2"));

        assertThat(one.protection().pods()).extracting(PodWithBackup::backup).containsExactly("n3", "n3");
    }

    @Test
    void theOptimizerLeavesThemWhereTheyAre() {
        for (int i = 1; i <= 4; i++) {
            state.putNode(node("n" + i).build());
        }
        protect(
                state,
                run(state, apart("a", HOSTNAME), "n1"),
                run(state, pod("free").controllerUid("another"), "n1"));
        assertThat(alternatives("a")).as("alone").isEqualTo(3);
        assertThat(alternatives("free")).isEqualTo(3);

        protect(state, run(state, apart("b", HOSTNAME), "n2"));
        assertThat(alternatives("a")).isZero();
        assertThat(alternatives("free")).isEqualTo(3);
    }

    private int alternatives(String name) {
        PodWithBackup found = find(name);
        return NodeSearchWithBackup.alternatives(found, BuiltInProfiles.edgewise(), state.snapshot())
                .size();
    }

    private @Nullable String find(Pod pod, String present) {
        return NodeSearchWithBackup.find(new PodWithBackup(pod, present), BuiltInProfiles.edgewise(), state.snapshot());
    }

    private NodeSearchWithBackup place(Pod pending) {
        FilterAndScorePipeline pipeline = new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1));
        return NodeSearchWithBackup.of(pipeline.search(pending, state.snapshot()), pending, state.snapshot());
    }

    private boolean holds(Pod pod, String backup) {
        return NodeSearchWithBackup.holds(new PodWithBackup(pod, backup), BuiltInProfiles.edgewise(), state.snapshot());
    }

    private String backup(String name) {
        return String.valueOf(find(name).backup());
    }

    private PodWithBackup find(String name) {
        return state.protection().pods().stream()
                .filter(one -> one.pod().key().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Pod run(ClusterState cluster, TestPods.Builder builder, String home) {
        Pod bound = builder.runningOn(home).build();
        cluster.putPod(bound);
        return bound;
    }

    private static void protect(ClusterState cluster, Pod... pods) {
        for (Pod bound : pods) {
            cluster.protection()
                    .assign(
                            bound,
                            NodeSearchWithBackup.find(
                                    new PodWithBackup(bound, null), BuiltInProfiles.edgewise(), cluster.snapshot()));
        }
    }

    private static ClusterState withFailures(int failures) {
        return new ClusterState(
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                name -> false,
                new ProtectionRules(Set.of("edgewise"), failures));
    }

    /** @param by a node label, or a port of the node */
    private static TestPods.Builder apart(String name, String by) {
        TestPods.Builder pod = pod(name).controllerUid("set").label("app", "db");
        if (by.equals("port")) {
            return pod.hostPort(8080);
        }
        AffinityTerm term = new AffinityTerm(
                LabelSelector.of(List.of(Requirement.in("app", "db"))), Set.of("default"), LabelSelector.NOTHING, by);
        return pod.podAffinity(new PodAffinity(List.of(), List.of(term), List.of(), List.of()));
    }
}
