package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationTableTest {
    private final ClusterState cluster = new ClusterState(
            Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC), "kube"::equals, ProtectionRules.NONE);
    private final Reservation cart =
            reservation("r").on("n1").cpu(600).app("cart").build();
    private final Pod taker =
            pod("cart").cpu("400m").label("app", "cart").build().taking(cart.uid());

    @BeforeEach
    void aNodeOfOneCore() {
        cluster.putNode(node("n1").cpu("1").build());
    }

    private void accepted(Reservation reservation) {
        cluster.reservations().put(reservation);
        cluster.reservations().accept(100);
    }

    private long requested() {
        return cluster.snapshot().node("n1").requested().milliCpu();
    }

    private ReservationStatus status() {
        return cluster.reservations().states().get(0).now();
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
        cluster.reservations().accept(100);
        assertThat(requested()).isEqualTo(600);
        assertThat(cluster.snapshot().node("n1").pods()).hasSize(1);
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.ACTIVE));
        assertThat(cluster.drainCapacityChange()).isEqualTo(new CapacityChange(false, List.of(cart)));
    }

    @Test
    void holdsNothingBeforeItIsAcceptedUnlessItWasBefore() {
        cluster.reservations().put(cart);
        assertThat(requested()).isZero();
        cluster.putPod(pod("busy").cpu("900m").runningOn("n1").build());
        cluster.reservations()
                .put(reservation("r")
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
        cluster.reservations().accept(100);
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
        assertThat(cluster.snapshot().get(ReservationIndex.FACT).of(taker)).isEmpty();
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);

        cluster.forget(taker.assignedTo("n1"));
        assertThat(requested()).isEqualTo(600);
        assertThat(cluster.snapshot().get(ReservationIndex.FACT).of(taker)).containsExactly(cart);
        assertThat(cluster.pod(taker.key()).reservation()).isNull();
    }

    /** The pod has the room already: an end would only keep it from giving the room back. */
    @Test
    void isNotPreemptedWhileAPodIsBeingBoundWithIt() {
        accepted(cart);
        cluster.putPod(taker.taking(null));
        cluster.assume(taker.assignedTo("n1"));
        cluster.reservations().preempt(cart.uid(), pod("high").priority(10).build());
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);

        cluster.forget(taker.assignedTo("n1"));
        assertThat(requested()).isEqualTo(600);
        cluster.reservations().preempt(cart.uid(), pod("high").priority(10).build());
        assertThat(requested()).isZero();
        assertThat(status().phase()).isEqualTo(Phase.EXPIRED);
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

    /** A kube-scheduler's binding names no reservation. */
    @Test
    void theOldestOnItsNodeIsTakenByAPodOfASilentScheduler() {
        Reservation younger =
                reservation("y").on("n1").cpu(100).app("cart").createdAfter(9).build();
        accepted(cart);
        accepted(younger);
        Pod silent =
                pod("cart").label("app", "cart").cpu("400m").scheduler("kube").build();
        cluster.putPod(silent);
        cluster.putPod(silent.assignedTo("n1"));
        assertThat(requested()).isEqualTo(500);
        assertThat(cluster.snapshot().get(ReservationIndex.FACT).of(silent)).containsExactly(younger);

        cluster.putPod(silent.assignedTo("n1"));
        assertThat(requested()).as("seen again").isEqualTo(500);
        cluster.removePod(silent.key());
        assertThat(cluster.snapshot().get(ReservationIndex.FACT).of(silent))
                .as("and stays so")
                .containsExactly(younger);
    }

    @Test
    void noneIsTakenByOtherPodsThatNameNone() {
        accepted(cart);
        cluster.putNode(node("n2").build());
        bind(pod("ours").label("app", "cart").build(), "n1");
        bind(pod("other").label("app", "web").scheduler("kube").build(), "n1");
        bind(pod("elsewhere").label("app", "cart").scheduler("kube").build(), "n2");
        Pod seenBound = pod("early").label("app", "cart").scheduler("kube").build();
        cluster.putPod(seenBound.assignedTo("n1"));
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void onlyRoomThatIsKeptIsTakenSilently() {
        cluster.putPod(pod("busy").cpu("500m").runningOn("n1").build());
        accepted(cart);
        bind(pod("cart").label("app", "cart").scheduler("kube").build(), "n1");
        cluster.removePod(pod("busy").build().key());
        cluster.reservations().accept(100);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    private void bind(Pod pod, String node) {
        cluster.putPod(pod);
        cluster.putPod(pod.assignedTo(node));
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
        cluster.drainCapacityChange();
        cluster.reservations().expire(cart.uid());
        assertThat(requested()).isZero();
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.EXPIRED));
        assertThat(cluster.drainCapacityChange()).isEqualTo(new CapacityChange(true, List.of()));

        accepted(reservation("r").uid("a second one").cpu(300).build());
        assertThat(requested()).isEqualTo(300);
        cluster.reservations().remove(cart.key());
        assertThat(requested()).isZero();
        assertThat(cluster.reservations().states()).isEmpty();
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
        cluster.reservations().serve(false);
        assertThat(requested()).isZero();
        assertThat(cluster.reservations().states()).isEmpty();
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
        assertThat(cluster.snapshot().get(ReservationIndex.FACT).of(pod)).containsExactly(old, byOwner, late);
        assertThat(cluster.snapshot().get(ReservationIndex.FACT).of(pod("q").build()))
                .containsExactly(late);
    }

    @Test
    void noSelectorSeesAPlaceholderAndPreemptionReachesItAsItsPodsWould() {
        accepted(cart);
        Snapshot snapshot = cluster.snapshot();
        assertThat(snapshot.countsOf("default", List.of(LabelSelector.EVERYTHING)))
                .containsExactly(Map.of());
        assertThat(snapshot.node("n1").podsBelow(0)).isEmpty();
        assertThat(snapshot.node("n1").podsBelow(1))
                .allMatch(NodeCapacityCalculator::isReservation)
                .hasSize(1);
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

    @Test
    void roomThatAPreemptionClearsIsNotFree() {
        Pod next = pod("next").cpu("800m").priority(10).build();
        cluster.putPod(next);
        cluster.nominate(next, "n1");
        accepted(cart);
        assertThat(status().message()).isEqualTo("node n1 has no room: Insufficient cpu");
        assertThat(requested()).isZero();

        cluster.nominate(next, null);
        cluster.reservations().accept(100);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    /** The nominated pod never had that capacity: it is placed beside the reserve. */
    @Test
    void whatIsKeptForFailuresIsFreeForLostPodsWhateverIsNominated() {
        Pod next = pod("next").cpu("800m").priority(10).build();
        cluster.putPod(next);
        cluster.nominate(next, "n1");
        cluster.reservations().put(cart);
        cluster.reservations().accept(Set.of(cart.uid()));
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void itsTimeIsNotOverWhileAPodIsBeingBoundWithIt() {
        accepted(cart);
        cluster.putPod(taker.taking(null));
        cluster.assume(taker.assignedTo("n1"));
        cluster.reservations().expire(cart.uid());
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);

        cluster.putPod(taker.assignedTo("n1"));
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.TAKEN, "cart", "", ""));
    }

    @Test
    void aPodThatWasBoundInTimeTookItEvenIfItIsSeenLater() {
        accepted(cart);
        cluster.reservations().expire(cart.uid());
        cluster.putPod(taker.assignedTo("n1"));
        assertThat(status()).isEqualTo(new ReservationStatus(Phase.TAKEN, "cart", "", ""));
    }

    @Test
    void oneThatWasDeletedHoldsNothingWhileAFinalizerKeepsIt() {
        accepted(cart);
        accepted(reservation("r")
                .on("n1")
                .cpu(600)
                .app("cart")
                .phase(Phase.ACTIVE)
                .deleted()
                .build());
        assertThat(requested()).isZero();
        assertThat(status().phase()).isEqualTo(Phase.EXPIRED);
    }

    @Test
    void oneThatCannotBeReadHoldsNothingAndSaysWhy() {
        accepted(reservation("r")
                .on("n1")
                .phase(Phase.ACTIVE)
                .problem("spec.node is missing")
                .build());
        assertThat(requested()).isZero();
        assertThat(status())
                .isEqualTo(new ReservationStatus(Phase.UNSCHEDULABLE, "", "Invalid", "spec.node is missing"));
    }

    @Test
    void ofOneNamespaceOnlySoManyHoldRoomAndTheNextOldestFollows() {
        cluster.reservations().put(reservation("b").cpu(10).createdAfter(1).build());
        cluster.reservations().put(reservation("a").cpu(10).createdAfter(0).build());
        cluster.reservations().put(reservation("c").cpu(10).createdAfter(2).build());
        cluster.reservations()
                .put(reservation("other")
                        .namespace("elsewhere")
                        .cpu(10)
                        .createdAfter(3)
                        .build());
        cluster.reservations().accept(2);
        assertThat(requested()).isEqualTo(30);
        assertThat(status("c"))
                .isEqualTo(new ReservationStatus(
                        Phase.UNSCHEDULABLE,
                        "",
                        "NamespaceLimit",
                        "2 reservations of namespace default hold room, and no more may at a time"));

        cluster.reservations().expire("uid-of-reservation-a");
        cluster.reservations().accept(2);
        assertThat(status("c").phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void aReplicaThatDoesNotDecideHoldsWhatIsWrittenAndShowsIt() {
        accepted(cart);
        cluster.reservations().follow();
        assertThat(requested()).isZero();
        assertThat(status()).isEqualTo(ReservationStatus.NEW);

        cluster.reservations()
                .put(reservation("r")
                        .on("n1")
                        .cpu(600)
                        .app("cart")
                        .phase(Phase.ACTIVE)
                        .build());
        cluster.reservations().follow();
        assertThat(requested()).isEqualTo(600);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    /** This replica leads from now on, and the one before has accepted a reservation of 600m of the node's 1000m. */
    private void leadWithActive(Pod... pods) {
        cluster.reservations()
                .put(reservation("r")
                        .on("n1")
                        .cpu(600)
                        .app("cart")
                        .phase(Phase.ACTIVE)
                        .build());
        for (Pod pod : pods) {
            cluster.putPod(pod);
        }
        cluster.reservations().follow();
        cluster.reservations().accept(100);
    }

    private void leadWithActiveAndAPodOf(int priority) {
        // 600m and 500m of 1000m.
        leadWithActive(
                pod("high").cpu("500m").priority(priority).runningOn("n1").build());
    }

    /** The leader before ended it for that pod, and stopped before it could write so. */
    @Test
    void aNewLeaderEndsWhatAMoreImportantPodHasTakenTheRoomOf() {
        leadWithActiveAndAPodOf(1);
        assertThat(status())
                .isEqualTo(new ReservationStatus(
                        Phase.EXPIRED, "", "Preempted", "pod default/high of priority 1 needed its room"));
        assertThat(requested()).isEqualTo(500);
    }

    /** The pod was bound by another scheduler, which does not see reservations. */
    @Test
    void aNewLeaderKeepsWhatAPodOfTheSamePriorityIsBeside() {
        leadWithActiveAndAPodOf(0);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
        assertThat(requested()).isEqualTo(1100);
    }

    private static TestPods.Builder kubeProxy() {
        return pod("kube-proxy").cpu("100m").priority(2_000_001_000);
    }

    /** @param second after the reservation was created */
    private static Pod started(int second, TestPods.Builder pod) {
        Duration start = Duration.ofSeconds(second);
        return pod.runningOn("n1").createdAfter(second).startedAfter(start).build();
    }

    /** 600m, 100m and 500m of 1000m: another scheduler, which does not see reservations, has bound the last pod. */
    @Test
    void aNewLeaderKeepsWhatCameBesideAMoreImportantPod() {
        leadWithActive(started(-60, kubeProxy()), started(5, pod("low").cpu("500m")));
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
        assertThat(requested()).isEqualTo(1200);
    }

    /** The more important pod came after the reservation, when 400m were free beside it. */
    @Test
    void aNewLeaderKeepsWhatAMoreImportantPodFittedBeside() {
        leadWithActive(started(5, kubeProxy()), started(6, pod("low").cpu("500m")));
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    /** 600m, 100m and 200m, then 300m of 1000m: the last pod lacked room, and the most important one did not. */
    @Test
    void aNewLeaderNamesThePodThatTookTheRoom() {
        leadWithActive(
                started(-60, kubeProxy()),
                started(6, pod("low").cpu("200m")),
                started(7, pod("high").cpu("300m").priority(1)));
        assertThat(status().message()).isEqualTo("pod default/high of priority 1 needed its room");
    }

    /** The clock of the node is an hour slow; the API server dates the creation of the pod after the reservation's. */
    @Test
    void aNewLeaderDoesNotRelyOnTheClockOfANode() {
        leadWithActive(pod("high")
                .cpu("500m")
                .priority(1)
                .runningOn("n1")
                .createdAfter(5)
                .startedAfter(Duration.ofHours(-1))
                .build());
        assertThat(status().reason()).isEqualTo("Preempted");
    }

    /** The younger reservation was accepted after the pod had taken the room of the older one. */
    @Test
    void aNewLeaderEndsTheReservationThatWasThereBeforeThePod() {
        cluster.reservations()
                .put(reservation("younger")
                        .on("n1")
                        .cpu(300)
                        .createdAfter(9)
                        .phase(Phase.ACTIVE)
                        .build());
        leadWithActive(started(5, pod("high").cpu("500m").priority(1)));
        assertThat(status("younger").phase()).isEqualTo(Phase.ACTIVE);
        assertThat(status("r").reason()).isEqualTo("Preempted");
    }

    @Test
    void aLeaderKeepsWhatAMoreImportantPodCameBeside() {
        accepted(cart);
        cluster.putPod(pod("high").cpu("500m").priority(1).runningOn("n1").build());
        cluster.reservations().accept(100);
        assertThat(status().phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void manyForOneWorkloadOnANodeDoNotHideOneOnAnother() {
        cluster.putNode(node("n1").cpu("10").build());
        cluster.putNode(node("n2").cpu("10").build());
        for (int i = 0; i < 10; i++) {
            accepted(reservation("r" + i).on("n1").owner("rs-1").createdAfter(i).build());
        }
        accepted(reservation("later").on("n2").owner("rs-1").createdAfter(10).build());
        accepted(reservation("larger")
                .on("n1")
                .cpu(900)
                .owner("rs-1")
                .createdAfter(11)
                .build());
        assertThat(cluster.snapshot()
                        .get(ReservationIndex.FACT)
                        .of(pod("p").controllerUid("rs-1").build()))
                .extracting(one -> one.key().name())
                .containsExactly("r0", "later", "larger");
    }

    @Test
    void aPodThatTakesAllOfItFreesNothing() {
        accepted(cart);
        cluster.drainCapacityChange();
        cluster.putPod(pod("all")
                .cpu("600m")
                .label("app", "cart")
                .build()
                .taking(cart.uid())
                .assignedTo("n1"));
        assertThat(cluster.drainCapacityChange().freed()).isFalse();

        accepted(reservation("s").on("n1").cpu(300).app("cart").build());
        cluster.drainCapacityChange();
        cluster.putPod(pod("less")
                .cpu("100m")
                .label("app", "cart")
                .build()
                .taking("uid-of-reservation-s")
                .assignedTo("n1"));
        assertThat(cluster.drainCapacityChange().freed()).isTrue();
    }

    /** n1 has no capacity; each event of it had all 20,000 judged, under the lock of decisions. */
    @Test
    void howManyWaitDoesNotDecideHowManyAreLookedAt() {
        ClusterReservations reservations = cluster.reservations();
        for (int i = 0; i < 20_000; i++) {
            reservations.put(reservation("r" + i).cpu(2000).createdAfter(i).build());
        }
        reservations.put(reservation("honest").namespace("shop").cpu(2000).build());
        reservations.accept(100);
        // Two namespaces wait: 1,000 / 2 of the one, and the only one of the other.
        assertThat(reservations.checks()).isEqualTo(501);
        reservations.accept(100);
        assertThat(reservations.checks()).as("the next 500").isEqualTo(1001);

        cluster.putPod(pod("news").cpu("100m").runningOn("n1").build());
        reservations.accept(100);
        assertThat(reservations.checks()).as("500, and the one of shop again").isEqualTo(1502);
    }

    @Test
    void whereNothingHasChangedNothingIsJudged() {
        ClusterReservations reservations = cluster.reservations();
        for (int i = 0; i < 500; i++) {
            reservations.put(reservation("r" + i).cpu(2000).createdAfter(i).build());
        }
        reservations.accept(100);
        assertThat(reservations.checks()).isEqualTo(500);
        Snapshot before = cluster.snapshot();
        List<ReservationState> states = reservations.states();
        for (int i = 0; i < 100; i++) {
            reservations.accept(100);
        }
        assertThat(reservations.checks()).isEqualTo(500);
        assertThat(cluster.snapshot()).isSameAs(before);
        assertThat(reservations.states()).isSameAs(states);
    }

    /** Every one has its turn: a large one that never fits keeps no younger one waiting for ever. */
    @Test
    void ofManyThatWaitEachHasItsTurn() {
        for (int i = 0; i < 2500; i++) {
            cluster.reservations()
                    .put(reservation("r" + i).cpu(2000).createdAfter(i).build());
        }
        cluster.reservations()
                .put(reservation("small").cpu(100).createdAfter(2500).build());
        cluster.reservations().accept(100);
        cluster.reservations().accept(100);
        assertThat(status("small")).isEqualTo(ReservationStatus.NEW);
        cluster.reservations().accept(100);
        assertThat(status("small").phase()).isEqualTo(Phase.ACTIVE);
    }

    @Test
    void ofANamespaceWithTooManyNothingIsKeptOfTheRest() {
        ClusterReservations reservations = cluster.reservations();
        reservations.limitObjects(10);
        for (int i = 0; i < 100; i++) {
            reservations.put(reservation("r" + i).cpu(10).createdAfter(i).build());
        }
        assertThat(reservations.states()).hasSize(10);
        reservations.put(reservation("held").cpu(10).phase(Phase.ACTIVE).build());
        reservations.put(reservation("ended").cpu(10).phase(Phase.EXPIRED).build());
        reservations.putOwn(reservation("recovery-x").cpu(10).build());
        assertThat(reservations.states())
                .as("what holds room, has ended, or is our own")
                .hasSize(13);
    }

    /**
     * A reservation for pods of a controller is as important as the most important of these, also if they are seen
     * later.
     */
    @Test
    void aReservationHasThePriorityOfThePodsItIsFor() {
        accepted(reservation("r").on("n1").cpu(600).owner("rs-1").build());
        assertThat(priority()).isZero();
        Pod important = pod("p").cpu("0").controllerUid("rs-1").priority(1000).build();
        cluster.putPod(important);
        cluster.putPod(pod("q").cpu("0").controllerUid("rs-1").priority(5).build());
        assertThat(priority()).isEqualTo(1000);
        cluster.putPod(pod("x").cpu("0").controllerUid("rs-2").priority(9000).build());
        assertThat(priority()).isEqualTo(1000);
        cluster.removePod(important.key());
        assertThat(priority()).as("of q, which is left").isEqualTo(5);
        cluster.removePod(pod("q").build().key());
        assertThat(priority()).as("until the replacement of q is there").isEqualTo(5);
    }

    /** A scheduling gate keeps the pod from being placed. */
    @Test
    void aPodWithASchedulingGateMakesNoReservationMoreImportant() {
        accepted(reservation("r").on("n1").cpu(600).owner("rs-1").build());
        cluster.putPod(
                pod("p").controllerUid("rs-1").priority(1000).gate("wait").build());
        assertThat(priority()).isZero();
        cluster.putPod(pod("p").controllerUid("rs-1").priority(1000).build());
        assertThat(priority()).isEqualTo(1000);
    }

    private int priority() {
        return cluster.snapshot().node("n1").pods().stream()
                .filter(NodeCapacityCalculator::isReservation)
                .findFirst()
                .orElseThrow()
                .spec()
                .priority();
    }

    private ReservationStatus status(String name) {
        return cluster.reservations().states().stream()
                .filter(one -> one.reservation().key().name().equals(name))
                .findFirst()
                .orElseThrow()
                .now();
    }
}
