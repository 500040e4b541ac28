package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ReservationIndex;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestReservations;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReservationCycleTest {
    private final Scenario scenario = new Scenario(BuiltInProfiles.stock(), 11);
    private final TestReservations.Builder cart =
            reservation("r").on("n2").cpu(800).app("cart");

    private void reserved(TestReservations.Builder... reservations) {
        for (TestReservations.Builder reservation : reservations) {
            scenario.feed.reservations().put(reservation.build());
        }
        scenario.cycle.exclusively(() -> scenario.state.reservations().accept(100));
    }

    private Decision decision(String pod) {
        return scenario.recorded.decisions.stream()
                .filter(decision -> decision.pod().key().name().equals(pod))
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    @Test
    void theRoomIsTakenForOthersAndTheFirstPodItIsForGoesThere() {
        // n2 has 0.2 of a core left beside the reservation, n1 is far emptier
        scenario.nodes(node("n1").cpu("8"), node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(pod("web").cpu("300m").nodeSelector("only", "n2"))
                .nodes(node("n2").cpu("1").label("only", "n2"))
                .run();
        assertThat(scenario.nodeOf("web")).isNull();

        scenario.pods(pod("cart-1").cpu("500m").label("app", "cart")).run();
        assertThat(scenario.nodeOf("cart-1")).isEqualTo("n2");
        assertThat(decision("cart-1").message())
                .isEqualTo("Successfully assigned default/cart-1 to n2 (takes reservation default/r)");
        assertThat(scenario.state.pod(pod("cart-1").build().key()).reservation())
                .isEqualTo("uid-of-reservation-r");

        scenario.cycle.exclusively(() -> scenario.state.reservations().accept(100));
        scenario.runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("web"))
                .as("a pod that needs less leaves room")
                .isEqualTo("n2");
    }

    @Test
    void anExplanationSaysThatItWouldBeTaken() {
        scenario.nodes(node("n1").cpu("8"), node("n2").cpu("1"));
        reserved(cart);
        Explainer explainer = new Explainer(BuiltInProfiles.stock(), new Random(1));
        Explanation explanation =
                explainer.explain(pod("cart-1").cpu("800m").label("app", "cart").build(), scenario.state.snapshot());
        assertThat(explanation.node()).isEqualTo("n2");
        assertThat(explanation.message())
                .isEqualTo("2/2 nodes are feasible; the best is n2 (takes reservation default/r)");
        assertThat(explainer
                        .explain(pod("web").cpu("800m").build(), scenario.state.snapshot())
                        .message())
                .isEqualTo("1/2 nodes are feasible; the best is n1");
    }

    @Test
    void aSecondPodGoesElsewhere() {
        scenario.nodes(node("n1").cpu("8"), node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(
                        pod("cart-1").cpu("800m").label("app", "cart"),
                        pod("cart-2").cpu("800m").label("app", "cart"))
                .run();
        assertThat(scenario.recorded.bound).containsValues("n1", "n2");
    }

    @Test
    void aReservationOfANodeThatIsNotFeasibleIsLeftAndTheDecisionSaysWhy() {
        scenario.nodes(node("n1").cpu("8"), node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(pod("large").cpu("1100m").label("app", "cart")).run();
        assertThat(scenario.nodeOf("large")).isEqualTo("n1");
        assertThat(decision("large").message())
                .isEqualTo("Successfully assigned default/large to n1"
                        + " (reservation default/r on node n2 not taken: Insufficient cpu)");
        assertThat(scenario.state.reservations().states())
                .singleElement()
                .satisfies(state -> assertThat(state.now().phase().name()).isEqualTo("ACTIVE"));

        scenario.pods(pod("huge").cpu("16").label("app", "cart")).run();
        assertThat(decision("huge").message())
                .contains("0/2 nodes are available: 2 Insufficient cpu.")
                .contains("(reservation default/r on node n2 not taken: Insufficient cpu)");
    }

    @Test
    void theNextReservationForThePodIsTakenWhereTheOldestCannotBe() {
        scenario.nodes(
                node("n1").cpu("8"), node("n2").cpu("1").cordoned(), node("n3").cpu("1"));
        reserved(cart, reservation("s").on("n3").cpu(800).app("cart").createdAfter(1));
        scenario.pods(pod("cart-1").cpu("800m").label("app", "cart")).run();
        assertThat(scenario.nodeOf("cart-1")).isEqualTo("n3");
    }

    @Test
    void aBindingThatFailsPutsThePlaceholderBack() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "503"));
        scenario.pods(pod("cart-1").cpu("800m").label("app", "cart")).run();
        scenario.pods(pod("web").cpu("300m")).run();
        assertThat(scenario.nodeOf("web")).isNull();

        scenario.runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("cart-1")).isEqualTo("n2");
    }

    /** The reservation ends at once, and without any eviction: nothing runs there. */
    @Test
    void aPodOfAHigherPriorityEndsAReservation() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(pod("high").cpu("500m").priority(2_000_001_000)).run();
        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.nodeOf("high")).isEqualTo("n2");
        assertThat(scenario.state.reservations().states()).singleElement().satisfies(state -> assertThat(state.now())
                .isEqualTo(new ReservationStatus(
                        ReservationStatus.Phase.EXPIRED,
                        "",
                        "Preempted",
                        "pod default/high of priority 2000001000 needed its room")));
    }

    @Test
    void thePodIsBoundOnceTheEndOfTheReservationIsWritten() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.recorded.holdEnds = true;
        scenario.pods(pod("high").cpu("500m").priority(10)).run();
        scenario.runAfter(Duration.ofSeconds(30));
        assertThat(scenario.nodeOf("high")).isNull();

        scenario.recorded.ends.remove().run();
        assertThat(scenario.recorded.ended.values()).singleElement().satisfies(status -> assertThat(status.reason())
                .isEqualTo("Preempted"));
        scenario.run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n2");
    }

    @Test
    void nothingIsWrittenForAPodThatIsGoneMeanwhile() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.recorded.holdEnds = true;
        scenario.pods(pod("high").cpu("500m").priority(10)).run();
        scenario.gone("high");

        scenario.recorded.ends.remove().run();
        assertThat(scenario.recorded.ended).isEmpty();
        // The loop that writes all statuses writes it.
        assertThat(onlyPhase()).isEqualTo(ReservationStatus.Phase.EXPIRED);
    }

    @Test
    void aPodOfTheSamePriorityAsThePodsItIsForDoesNot() {
        scenario.nodes(node("n1").cpu("100m"), node("n2").cpu("1"));
        scenario.pods(pod("important-1")
                .cpu("100m")
                .priority(1000)
                .controllerUid("rs-1")
                .runningOn("n1"));
        reserved(reservation("r").on("n2").cpu(800).owner("rs-1"));
        scenario.pods(pod("high").cpu("500m").priority(1000)).run();
        assertThat(scenario.recorded.unschedulable.get("high"))
                .contains("2 Insufficient cpu")
                .contains("No preemption victims found for incoming pod");

        scenario.pods(pod("higher").cpu("500m").priority(1001)).run();
        assertThat(scenario.nodeOf("higher")).isEqualTo("n2");
    }

    /** A PriorityClass with globalDefault gives each pod that priority. */
    @Test
    void aPodOfTheBasePriorityDoesNotEndAReservationForASelector() {
        scenario.state.reservations().basePriority(500);
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(pod("ordinary").cpu("500m").priority(500)).run();
        assertThat(scenario.nodeOf("ordinary")).isNull();
        scenario.pods(pod("higher").cpu("500m").priority(501)).run();
        assertThat(scenario.nodeOf("higher")).isEqualTo("n2");
    }

    /** The controller's pods have another PriorityClass since then. */
    @Test
    void aReservationBecomesLessImportantWithThePodsThatItIsFor() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        scenario.pods(pod("old").cpu("1").priority(1000).controllerUid("rs-1").runningOn("n1"));
        reserved(reservation("r").on("n2").cpu(800).owner("rs-1"));
        scenario.pods(pod("new").cpu("0").priority(5).controllerUid("rs-1").runningOn("n1"));
        scenario.gone("old");
        scenario.pods(pod("filler").cpu("1").priority(1000).runningOn("n1"));
        scenario.pods(pod("high").cpu("500m").priority(10)).run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n2");
    }

    /** A reservation that is ended for an eviction that fails would be lost without a use. */
    @Test
    void aReservationStaysWhereAnEvictionBesideItFails() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart.cpu(500));
        scenario.pods(pod("low").cpu("500m").runningOn("n2"));
        scenario.recorded.holdEvictions = true;
        scenario.pods(pod("high").cpu("1").priority(10)).run();
        assertThat(onlyPhase()).isEqualTo(ReservationStatus.Phase.ACTIVE);

        scenario.recorded.carryOut(scenario.recorded.evictions.remove(), false);
        assertThat(onlyPhase()).isEqualTo(ReservationStatus.Phase.ACTIVE);
    }

    @Test
    void aReservationStaysIfThePodThatNeededItsRoomIsGoneMeanwhile() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart.cpu(500));
        scenario.pods(pod("low").cpu("500m").runningOn("n2"));
        scenario.recorded.holdEvictions = true;
        scenario.pods(pod("high").cpu("1").priority(10)).run();
        PreemptionWriter.Eviction eviction = scenario.recorded.evictions.remove();
        scenario.gone("high");
        eviction.ended().accept(true);
        assertThat(onlyPhase()).isEqualTo(ReservationStatus.Phase.ACTIVE);
    }

    private ReservationStatus.Phase onlyPhase() {
        return scenario.state.reservations().states().get(0).now().phase();
    }

    /** The pod that runs there is evicted as well; the reservation ends once that is accepted. */
    @Test
    void aReservationEndsBesidePodsThatAreEvicted() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart.cpu(500));
        scenario.pods(pod("low").cpu("500m").runningOn("n2"));
        scenario.pods(pod("high").cpu("1").priority(10)).run();
        assertThat(scenario.recorded.evicted).containsExactly("low");
        assertThat(scenario.state.reservations().states())
                .singleElement()
                .satisfies(state -> assertThat(state.now().reason()).isEqualTo("Preempted"));
    }

    /** Capacity kept for failures is not for any pod to take. */
    @Test
    void noPriorityTakesWhatIsKeptForFailures() {
        Scenario other = new Scenario(BuiltInProfiles.edgewise(), 5, new ProtectionRules(Set.of("edgewise"), 1));
        other.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        other.pods(pod("p").cpu("1")
                .controllerUid("rs")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "n1")
                .priority(2_000_001_000)
                .runningOn("n2"));
        other.pods(pod("high").cpu("500m").priority(2_000_001_000)).run();
        assertThat(other.nodeOf("high")).isNull();
    }

    @Test
    void aPodThatWaitsIsWokenWhenAReservationForOthersEnds() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(pod("web").cpu("500m")).run();
        scenario.cycle.exclusively(() -> scenario.state.reservations().expire("uid-of-reservation-r"));
        scenario.runAfter(Duration.ofSeconds(2));
        assertThat(scenario.nodeOf("web")).isEqualTo("n2");
    }

    @Test
    void aPodThatWaitsIsWokenWhenRoomIsKeptForItAndNoOther() {
        scenario.nodes(node("n2").cpu("1"));
        scenario.pods(
                        pod("busy").cpu("800m").runningOn("n2"),
                        pod("cart-1").cpu("300m").label("app", "cart"),
                        pod("web").cpu("300m").label("app", "web"))
                .run();
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(2);
        // The capacity that a larger node brings wakes no pod in this test.
        scenario.state.putNode(node("n2").cpu("2").build());
        reserved(cart);
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);
        scenario.runAfter(Duration.ofSeconds(2));
        assertThat(scenario.nodeOf("cart-1")).isEqualTo("n2");
    }

    @Test
    void whatTheApiServerConfirmsEndsTheReservationEvenIfThePodGoes() {
        scenario.nodes(node("n2").cpu("1"));
        reserved(cart);
        scenario.pods(pod("cart-1").cpu("800m").label("app", "cart")).run();
        scenario.confirm().gone("cart-1");
        Reservation left = scenario.state.reservations().states().get(0).reservation();
        assertThat(scenario.state
                        .snapshot()
                        .get(ReservationIndex.FACT)
                        .of(pod("cart-2").label("app", "cart").build()))
                .doesNotContain(left);
        assertThat(scenario.state.snapshot().node("n2").pods()).isEmpty();
    }

    /**
     * Otherwise both would be on the node: the decision does not know of the reservation, nor the reservation of the
     * pod.
     */
    @Test
    void noReservationIsAcceptedWhileADecisionIsUnderWay() throws InterruptedException {
        scenario.nodes(node("n2").cpu("1"));
        scenario.feed.reservations().put(cart.build());
        Thread keeper = new Thread(
                () -> scenario.cycle.exclusively(
                        () -> scenario.state.reservations().accept(100)),
                "keeper");
        scenario.recorded.whenDecided = () -> {
            if (keeper.getState() == Thread.State.NEW) {
                keeper.start();
                await().until(() -> EnumSet.of(Thread.State.WAITING, Thread.State.TERMINATED)
                        .contains(keeper.getState()));
            }
        };
        scenario.pods(pod("web").cpu("800m")).run();
        keeper.join();

        assertThat(scenario.nodeOf("web")).isEqualTo("n2");
        assertThat(scenario.state.reservations().states())
                .singleElement()
                .satisfies(state -> assertThat(state.now().reason()).isEqualTo("InsufficientRoom"));
    }
}
