package dev.edgewise.scheduler.cluster;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationTableTest {
    private final ClusterState cluster =
            new ClusterState(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
    private final Reservation cart =
            reservation("r").on("n1").cpu(600).app("cart").build();
    private final Pod taker =
            pod("cart").cpu("400m").label("app", "cart").build().taking(cart.uid());

    @BeforeEach
    void aNodeOfOneCore() {
        cluster.putNode(node("n1").cpu("1").build());
    }

    private void accepted(Reservation reservation) {
        cluster.putReservation(reservation);
        cluster.acceptReservations();
    }

    private long requested() {
        return cluster.snapshot().node("n1").requested().milliCpu();
    }

    private ReservationStatus status() {
        return cluster.reservations().get(0).now();
    }

    @Test
    void holdsRoomForOnePodOnceThereIsEnough() {
        cluster.putPod(pod("busy").cpu("500m").runningOn("n1").build());
        accepted(cart);
        assertThat(requested()).isEqualTo(500);
        assertThat(status())
                .isEqualTo(new ReservationStatus(
                        Phase.UNSCHEDULABLE, "", "InsufficientRoom", "node n1 has no room: Insufficient cpu"));

        cluster.removePod(pod("busy").build().key());
        cluster.acceptReservations();
        assertThat(requested()).isEqualTo(600);
        assertThat(cluster.snapshot().node("n1").pods()).hasSize(1);
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.ACTIVE));
        assertThat(cluster.drainReservationChange()).isEqualTo(new ReservationChange(false, List.of(cart)));
    }

    @Test
    void holdsNothingBeforeItIsAcceptedUnlessItWasBefore() {
        cluster.putReservation(cart);
        assertThat(requested()).isZero();
        cluster.putPod(pod("busy").cpu("900m").runningOn("n1").build());
        cluster.putReservation(reservation("r")
                .on("n1")
                .cpu(600)
                .app("cart")
                .phase(Phase.ACTIVE)
                .build());
        assertThat(requested()).as("its room was free when it was accepted").isEqualTo(1500);
    }

    @Test
    void ofAnUnknownNodeItHoldsNothingUntilTheNodeComes() {
        accepted(reservation("r").on("n2").cpu(600).build());
        assertThat(status().reason()).isEqualTo("NodeNotFound");
        assertThat(status().message()).isEqualTo("node n2 does not exist");

        cluster.putNode(node("n2").cpu("1").build());
        cluster.acceptReservations();
        assertThat(cluster.snapshot().node("n2").requested().milliCpu()).isEqualTo(600);
    }

    @Test
    void aNodeThatComesBackHoldsItAgain() {
        accepted(cart);
        cluster.removeNode("n1");
        assertThat(status().reason()).isEqualTo("NodeNotFound");
        cluster.putNode(node("n1").cpu("1").build());
        assertThat(requested()).isEqualTo(600);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void anAssumedPodTakesItAndAForgottenOneGivesItBack() {
        accepted(cart);
        cluster.putPod(taker.taking(null));
        cluster.assume(taker.assignedTo("n1"));
        assertThat(requested()).isEqualTo(400);
        assertThat(cluster.snapshot().reservationsFor(taker)).isEmpty();
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);

        cluster.forget(taker.assignedTo("n1"));
        assertThat(requested()).isEqualTo(600);
        assertThat(cluster.snapshot().reservationsFor(taker)).containsExactly(cart);
        assertThat(cluster.pod(taker.key()).reservation()).isNull();
    }

    @Test
    void aWatchThatLagsBehindDoesNotGiveItBack() {
        accepted(cart);
        cluster.putPod(taker.taking(null));
        cluster.assume(taker.assignedTo("n1"));
        cluster.putPod(taker.taking(null));
        assertThat(requested()).isEqualTo(400);
    }

    @Test
    void isTakenForGoodByABoundPodWhateverBecomesOfThePod() {
        accepted(cart);
        cluster.putPod(taker.assignedTo("n1"));
        assertThat(requested()).isEqualTo(400);
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.TAKEN, "cart", "", ""));

        cluster.removePod(taker.key());
        assertThat(requested()).isZero();
        assertThat(status().phase()).isEqualTo(Phase.TAKEN);
    }

    @Test
    void isTakenByAPodThatWasSeenFirst() {
        cluster.putPod(taker.assignedTo("n1"));
        accepted(cart);
        assertThat(requested()).isEqualTo(400);
        assertThat(status().phase()).isEqualTo(Phase.TAKEN);
    }

    @Test
    void anAnnotationThatDoesNotFitMeansNothing() {
        accepted(cart);
        cluster.putNode(node("n2").build());
        cluster.putPod(
                pod("other").label("app", "web").build().taking(cart.uid()).assignedTo("n1"));
        cluster.putPod(pod("stranger")
                .namespace("elsewhere")
                .label("app", "cart")
                .build()
                .taking(cart.uid())
                .assignedTo("n1"));
        cluster.putPod(taker.assignedTo("n2"));
        assertThat(requested()).isEqualTo(600);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void endsWithItsTimeAndWithItsObject() {
        accepted(cart);
        cluster.drainReservationChange();
        cluster.expireReservation(cart.uid());
        assertThat(requested()).isZero();
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.EXPIRED));
        assertThat(cluster.drainReservationChange()).isEqualTo(new ReservationChange(true, List.of()));

        accepted(reservation("r").uid("a second one").cpu(300).build());
        assertThat(requested()).isEqualTo(300);
        cluster.removeReservation(cart.key());
        assertThat(requested()).isZero();
        assertThat(cluster.reservations()).isEmpty();
    }

    @Test
    void oneThatHasEndedHoldsNothingAfterARestart() {
        for (Phase end : List.of(Phase.TAKEN, Phase.EXPIRED)) {
            accepted(reservation(end.name()).phase(end).build());
        }
        assertThat(requested()).isZero();
    }

    @Test
    void withoutTheKindThereAreNone() {
        accepted(cart);
        cluster.serveReservations(false);
        assertThat(requested()).isZero();
        assertThat(cluster.reservations()).isEmpty();
    }

    @Test
    void theOldestOfThoseForAPodComeFirstWhoeverTheyAreFor() {
        cluster.putNode(node("n1").cpu("10").build());
        Reservation byOwner =
                reservation("b").cpu(1).owner("rs-1").createdAfter(1).build();
        Reservation old = reservation("a").cpu(1).app("cart").createdAfter(0).build();
        Reservation late = reservation("c").cpu(1).createdAfter(2).build();
        accepted(late);
        accepted(byOwner);
        accepted(old);
        accepted(reservation("x").cpu(1).app("web").build());
        accepted(reservation("y").namespace("elsewhere").cpu(1).owner("rs-1").build());

        Pod pod = pod("p").label("app", "cart").controllerUid("rs-1").build();
        assertThat(cluster.snapshot().reservationsFor(pod)).containsExactly(old, byOwner, late);
        assertThat(cluster.snapshot().reservationsFor(pod("q").build())).containsExactly(late);
    }

    @Test
    void noSelectorSeesAPlaceholderAndNoPreemptionReachesIt() {
        accepted(cart);
        Snapshot snapshot = cluster.snapshot();
        assertThat(snapshot.countsOf("default", LabelSelector.EVERYTHING)).isEmpty();
        assertThat(snapshot.node("n1").podsBelow(2_000_001_000)).isEmpty();
        assertThat(snapshot.node("n1").podsBelow(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void ofManyResourcesThatAreScarceTenAreNamed() {
        Map<String, Long> scarce = new HashMap<>();
        for (int i = 0; i < 32; i++) {
            scarce.put("example.com/r" + i, 1L);
        }
        accepted(reservation("r").on("n1").scalars(scarce).build());
        assertThat(status().message().split(", ")).hasSize(10);
    }
}
