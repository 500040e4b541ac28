package dev.edgewise.scheduler.simulation;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final PodAffinity APART = new PodAffinity(
            List.of(),
            List.of(new AffinityTerm(
                    LabelSelector.of(List.of(Requirement.in("app", "web"))),
                    Set.of("default"),
                    LabelSelector.NOTHING,
                    "kubernetes.io/hostname")),
            List.of(),
            List.of());

    private final ClusterState cluster = new ClusterState(new TestClock());
    private final Profile profile = BuiltInProfiles.stock();

    @BeforeEach
    void twoNodesOfOneCore() {
        cluster.putNode(
                node("n1").cpu("1").label("kubernetes.io/hostname", "n1").build());
        cluster.putNode(
                node("n2").cpu("1").label("kubernetes.io/hostname", "n2").build());
    }

    private Simulation simulation() {
        return new Simulation(cluster.snapshot(), new Random(5));
    }

    private List<String> nodes(Simulation simulation, Pod... pods) {
        List<String> nodes = new ArrayList<>();
        for (Pod pod : pods) {
            nodes.add(String.valueOf(simulation.place(pod, profile).decision().node()));
        }
        return nodes;
    }

    @Test
    void eachPodIsPlacedBesideThoseBeforeIt() {
        Simulation simulation = simulation();
        assertThat(nodes(
                        simulation,
                        pod("a").cpu("600m").build(),
                        pod("b").cpu("600m").build()))
                .containsExactlyInAnyOrder("n1", "n2");
        Placement third = simulation.place(pod("c").cpu("600m").build(), profile);
        assertThat(third.decision().message()).isEqualTo("0/2 nodes are available: 2 Insufficient cpu.");
        assertThat(third.decision().reasons()).containsEntry("Insufficient cpu", 2);
        assertThat(nodes(simulation, pod("d").cpu("300m").build())).doesNotContain("null");
    }

    @Test
    void nothingOfItReachesTheCluster() {
        Snapshot before = cluster.snapshot();
        nodes(simulation(), pod("a").cpu("600m").build());
        assertThat(cluster.snapshot()).isSameAs(before);
        assertThat(before.node("n1").pods()).isEmpty();
    }

    @Test
    void podsThatAreRemovedGiveTheirRoomBack() {
        Pod old = pod("old").cpu("1").runningOn("n1").build();
        cluster.putPod(old);
        cluster.putPod(pod("stays").cpu("1").runningOn("n2").build());
        assertThat(nodes(simulation(), pod("a").cpu("1").build())).containsExactly("null");
        assertThat(nodes(simulation().removing(List.of(old)), pod("a").cpu("1").build()))
                .containsExactly("n1");
    }

    @Test
    void aReservationKeepsRoomForWhomItIsForOnce() {
        Simulation simulation = simulation()
                .reserving(
                        List.of(reservation("r").on("n1").cpu(800).app("cart").build()));
        assertThat(nodes(simulation, pod("web").cpu("500m").build())).containsExactly("n2");
        Placement cart =
                simulation.place(pod("cart").cpu("800m").label("app", "cart").build(), profile);
        assertThat(cart.decision().node()).isEqualTo("n1");
        assertThat(cart.taken()).isNotNull();
        Placement second =
                simulation.place(pod("cart-2").cpu("300m").label("app", "cart").build(), profile);
        assertThat(second.decision().node()).isEqualTo("n2");
        assertThat(second.taken()).isNull();
    }

    @Test
    void aReservationOfTheClusterIsTakenThere() {
        cluster.reservations()
                .put(reservation("r").on("n2").cpu(800).app("cart").build());
        cluster.reservations().accept(100);
        assertThat(nodes(
                        simulation(),
                        pod("cart").cpu("900m").label("app", "cart").build(),
                        pod("cart").cpu("900m").label("app", "cart").build()))
                .containsExactly("n2", "n1");
    }

    @Test
    void podsThatMustNotMeetAreKeptApart() {
        Pod one = pod("a").label("app", "web").podAffinity(APART).build();
        assertThat(nodes(simulation(), one, one)).containsExactlyInAnyOrder("n1", "n2");
        Simulation simulation = simulation();
        nodes(simulation, one, one);
        assertThat(nodes(simulation, one)).containsExactly("null");
    }

    @Test
    void aPodLikeOneThatWentNowhereIsAnsweredInItsOwnName() {
        Simulation simulation = simulation();
        simulation.place(pod("a").cpu("2").build(), profile);
        Placement second = simulation.place(pod("b").cpu("2").build(), profile);
        assertThat(second.decision().pod().key().name()).isEqualTo("b");
        assertThat(second.decision().node()).isNull();
        assertThat(nodes(simulation, pod("c").cpu("1").build())).doesNotContain("null");
    }

    @Test
    void aPodThatMustBeProtectedGoesWhereAnotherNodeCanStandIn() {
        ClusterState guarded =
                new ClusterState(new TestClock(), name -> false, new ProtectionRules(Set.of("edgewise"), 1));
        guarded.putNode(node("n1").cpu("1").build());
        Pod pod = pod("a").cpu("1")
                .controllerUid("owner")
                .annotation(Names.RECOVERY_ANNOTATION, "required")
                .build();

        Placement alone = new Simulation(guarded.snapshot(), new Random(5)).place(pod, BuiltInProfiles.edgewise());
        assertThat(alone.decision().node()).isNull();
        assertThat(alone.decision().message())
                .isEqualTo("0/1 nodes are available: 1 node(s) had no other node that could keep room for the pod:"
                        + " no other node is within its needs.");

        guarded.putNode(node("n2").cpu("1").build());
        Placement placed = new Simulation(guarded.snapshot(), new Random(5)).place(pod, BuiltInProfiles.edgewise());
        assertThat(placed.decision().message()).contains("(backup n");
    }
}
