package dev.edgewise.scheduler.reservations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.CREATED;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.ReservationStateView;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestReservations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationReconcilerTest {
    private final Scenario scenario = new Scenario(BuiltInProfiles.stock(), 3);
    private final List<String> written = new ArrayList<>();
    private boolean synced;
    private final ReservationWriter writer = new ReservationWriter() {
        @Override
        public void write(Reservation reservation, ReservationStatus status) {
            written.add(reservation.key().name() + " " + status.phase().text() + " " + status.pod() + status.reason());
        }

        @Override
        public void delete(Reservation reservation) {
            written.add(reservation.key().name() + " deleted");
        }
    };
    private final ReservationReconciler keeper = new ReservationReconciler(
            scenario.state,
            scenario.decisions,
            () -> synced,
            new ReservationDeadlines(scenario.ticker, scenario.clock),
            100);
    private final ReservationStatusWriter writes =
            new ReservationStatusWriter(scenario.state.reservations(), scenario.decisions, writer, scenario.ticker);
    /** The test's clock begins a day after {@link dev.edgewise.scheduler.testing.TestPods#CREATED}. */
    private final TestReservations.Builder cart =
            reservation("r").on("n1").cpu(600).app("cart");

    @BeforeEach
    void aNodeOfOneCore() {
        scenario.nodes(node("n1").cpu("1"));
    }

    private TestReservations.Builder now(TestReservations.Builder builder) {
        return builder.createdAfter(
                Duration.between(CREATED, scenario.clock.instant()).toSeconds());
    }

    private void step() {
        keeper.step();
        writes.step();
    }

    private void step(Duration after) {
        scenario.pass(after);
        step();
    }

    @Test
    void acceptsWritesEndsAndDeletes() {
        scenario.feed.reservations().put(now(cart).build());
        step();
        assertThat(written).containsExactly("r Active ");
        scenario.feed.reservations().put(now(cart).phase(Phase.ACTIVE).build());

        step(Duration.ofSeconds(299));
        assertThat(written).hasSize(1);
        step(Duration.ofSeconds(1));
        assertThat(written).containsExactly("r Active ", "r Expired ");
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        step(Duration.ofSeconds(59));
        step(Duration.ofSeconds(1));
        assertThat(written.get(written.size() - 1)).isEqualTo("r deleted");
    }

    /** A leader whose clock is 11 min ahead of the API server's. */
    @Test
    void oneThatAppearsOnceAllWereReadHasItsWholeTimeWhateverTheClockSays() {
        synced = true;
        step();
        scenario.pass(Duration.ofMinutes(11));
        cart.createdAfter(Duration.ofDays(1).toSeconds());
        scenario.feed.reservations().put(cart.build());
        step();
        assertThat(written).containsExactly("r Active ");
        scenario.feed.reservations().put(cart.phase(Phase.ACTIVE).build());
        step(Duration.ofSeconds(299));
        assertThat(written).hasSize(1);
        step(Duration.ofSeconds(1));
        assertThat(written).containsExactly("r Active ", "r Expired ");
    }

    /** An object of the first list is 11 min old. */
    @Test
    void oneOfTheFirstListHasWhatIsLeft() {
        synced = true;
        scenario.pass(Duration.ofMinutes(11));
        scenario.feed
                .reservations()
                .put(cart.createdAfter(Duration.ofDays(1).toSeconds()).build());
        step();
        assertThat(written).containsExactly("r Expired ");
    }

    @Test
    void saysWhichPodTookIt() {
        scenario.feed.reservations().put(now(cart).build());
        step();
        scenario.pods(pod("cart-1").cpu("600m").label("app", "cart")).run().confirm();
        step();
        assertThat(written).containsExactly("r Active ", "r Taken cart-1");
    }

    @Test
    void saysWhyItHoldsNoRoom() {
        scenario.feed.reservations().put(now(cart).cpu(1500).build());
        scenario.feed.reservations().put(now(reservation("elsewhere").on("n9")).build());
        step();
        assertThat(written)
                .containsExactlyInAnyOrder("r Unschedulable InsufficientRoom", "elsewhere Unschedulable NodeNotFound");
    }

    /**
     * A following replica does not see what the leader is binding or, when it takes the lead, does not know yet what
     * the last leader did.
     */
    @Test
    void aReplicaThatDoesNotDecideHoldsWhatIsWrittenAndWritesNothing() {
        scenario.decisions.active = false;
        scenario.feed.reservations().put(now(cart).build());
        step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        scenario.feed.reservations().put(now(cart).phase(Phase.ACTIVE).build());
        step(Duration.ofMinutes(5));
        assertThat(scenario.state.snapshot().node("n1").pods()).hasSize(1);
        assertThat(written).isEmpty();

        scenario.decisions.active = true;
        step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(written).as("its time was counted all the while").containsExactly("r Expired ");
    }

    @Test
    void whatALeaderAcceptedAndDidNotWriteIsNotHeldOnceItLeadsNoMore() {
        scenario.feed.reservations().put(now(cart).build());
        keeper.step();
        assertThat(scenario.state.snapshot().node("n1").pods()).hasSize(1);
        scenario.decisions.active = false;
        keeper.step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
    }

    @Test
    void oneThatCannotBeWrittenKeepsNoOtherWaitingAndRestsLongerEachTime() {
        for (int i = 0; i < 15; i++) {
            scenario.feed
                    .reservations()
                    .put(now(reservation("old" + i)).phase(Phase.EXPIRED).build());
        }
        step();
        step(Duration.ofMinutes(1));
        assertThat(written).hasSize(15).allMatch(one -> one.endsWith(" deleted"));
        written.clear();

        scenario.feed.reservations().put(now(cart).build());
        step(Duration.ofSeconds(5));
        assertThat(written.get(0)).isEqualTo("r Active ");
        assertThat(written).hasSize(16);
        written.clear();
        step(Duration.ofSeconds(9));
        assertThat(written).containsExactly("r Active ");
        step(Duration.ofSeconds(1));
        assertThat(written).hasSize(16);
    }

    /** Restarts and moves wait until a reservation is written as active. */
    @Test
    void namespacesTakeTurns() {
        manyThatHaveNoRoom("noisy");
        scenario.feed.reservations().put(now(cart).namespace("shop").build());
        // Two namespaces wait: 500 of each are looked at together.
        keeper.step();
        step();
        assertThat(written).hasSize(1001);
        assertThat(written.subList(0, 10)).contains("r Active ");
    }

    @Test
    void ofANamespaceThoseThatHoldRoomGoFirst() {
        manyThatHaveNoRoom("shop");
        scenario.feed.reservations().put(now(cart).namespace("shop").build());
        keeper.step();
        step();
        assertThat(written.get(0)).isEqualTo("r Active ");
    }

    @Test
    void ofTheSameTheOldestGoesFirst() {
        for (int i = 0; i < 20; i++) {
            scenario.feed
                    .reservations()
                    .put(reservation("r" + i).on("n9").createdAfter(86_400 - i).build());
        }
        step();
        assertThat(written).hasSize(20);
        assertThat(written.get(0)).isEqualTo("r19 Unschedulable NodeNotFound");
        assertThat(written.get(19)).isEqualTo("r0 Unschedulable NodeNotFound");
    }

    /** Otherwise each batch of writes would list all reservations again: n²/10 steps for n. */
    @Test
    void allAreListedOnceHoweverManyAreDue() {
        AtomicInteger lists = new AtomicInteger();
        AtomicInteger finds = new AtomicInteger();
        ReservationStateView counting = new ReservationStateView() {
            @Override
            public List<ReservationState> states() {
                lists.incrementAndGet();
                return scenario.state.reservations().states();
            }

            @Override
            public Set<String> takeChanged() {
                return scenario.state.reservations().takeChanged();
            }

            @Override
            public ReservationState find(String uid) {
                finds.incrementAndGet();
                return scenario.state.reservations().find(uid);
            }
        };
        ReservationStatusWriter counted =
                new ReservationStatusWriter(counting, scenario.decisions, writer, scenario.ticker);
        manyThatHaveNoRoom("shop");
        keeper.step();
        counted.step();
        assertThat(written).hasSize(1000);
        assertThat(lists).hasValue(1);
        // One as it has changed, one after it was written.
        assertThat(finds).hasValue(2000);

        scenario.feed.reservations().put(now(cart).build());
        keeper.step();
        counted.step();
        assertThat(written).hasSize(1001);
        assertThat(lists).hasValue(1);
        // What has come, has changed or is written; 1,000 that did not change cost nothing.
        assertThat(finds.get()).isLessThan(2010);
    }

    @Test
    void whatIsNotKeptIsRefusedOnceAndForgotten() {
        scenario.state.reservations().limitObjects(2);
        Reservation third =
                now(reservation("third")).on("n1").createdAfter(86_403).build();
        scenario.feed.reservations().put(now(reservation("first")).cpu(100).build());
        scenario.feed.reservations().put(now(reservation("second")).cpu(100).build());
        scenario.feed.reservations().put(third);
        scenario.feed.reservations().put(now(cart).namespace("shop").cpu(100).build());
        step();
        assertThat(written)
                .containsExactlyInAnyOrder(
                        "first Active ", "second Active ", "r Active ", "third Unschedulable TooManyObjects");
        ReservationStatus said = scenario.state.reservations().find(third.uid()).now();
        assertThat(said.message())
                .isEqualTo("namespace default has 2 reservations, and no more are looked at: delete some, then create"
                        + " this one again");

        scenario.feed.reservations().put(third.withStatus(said));
        assertThat(scenario.state.reservations().find(third.uid())).isNull();
        step(Duration.ofSeconds(30));
        assertThat(written.stream().filter(one -> one.startsWith("third"))).hasSize(1);
        assertThat(scenario.state.reservations().states()).hasSize(3);
    }

    private void manyThatHaveNoRoom(String namespace) {
        for (int i = 0; i < 1000; i++) {
            scenario.feed
                    .reservations()
                    .put(now(reservation("many" + i))
                            .namespace(namespace)
                            .on("n9")
                            .build());
        }
    }

    @Test
    void oneThatAFinalizerKeepsIsNotDeletedAgain() {
        scenario.feed
                .reservations()
                .put(now(cart).phase(Phase.EXPIRED).deleted().build());
        step();
        step(Duration.ofMinutes(2));
        assertThat(written).isEmpty();
    }

    /** A webhook of the API server hangs, for example. */
    @Test
    void timesEndWhileAWriteIsUnderWay() {
        scenario.feed.reservations().put(now(cart).build());
        keeper.step();
        ReservationWriter slow = new ReservationWriter() {
            @Override
            public void write(Reservation reservation, ReservationStatus status) {
                scenario.pass(Duration.ofMinutes(5));
                keeper.step();
                written.add(status.phase().text());
            }

            @Override
            public void delete(Reservation reservation) {}
        };
        new ReservationStatusWriter(scenario.state.reservations(), scenario.decisions, slow, scenario.ticker).step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(written).containsExactly("Active", "Expired");
    }

    /** The API server accepts connections and never answers, for example: liveness checks how long a step takes. */
    @Test
    void aStepOfSlowWritesEnds() {
        for (int i = 0; i < 40; i++) {
            scenario.feed.reservations().put(now(reservation("r" + i)).build());
        }
        keeper.step();
        ReservationWriter slow = new ReservationWriter() {
            @Override
            public void write(Reservation reservation, ReservationStatus status) {
                scenario.pass(Duration.ofSeconds(22));
                written.add(reservation.key().name());
            }

            @Override
            public void delete(Reservation reservation) {}
        };
        ReservationStatusWriter slowly =
                new ReservationStatusWriter(scenario.state.reservations(), scenario.decisions, slow, scenario.ticker);

        slowly.step();
        // 28 * 22 s = 616 s: the last one began after 594 s.
        assertThat(written).as("those that begin within 10 minutes").hasSize(28);
        slowly.step();
        assertThat(written.subList(28, 40)).doesNotContainAnyElementsOf(written.subList(0, 28));
    }

    @Test
    void oneThatCannotBeReadIsShownAsSuchAndDeletedInItsTime() {
        scenario.feed
                .reservations()
                .put(now(cart).problem("spec.node is missing").build());
        step();
        scenario.feed
                .reservations()
                .put(now(cart)
                        .phase(Phase.EXPIRED)
                        .problem("spec.node is missing")
                        .build());
        step();
        step(Duration.ofMinutes(1));
        assertThat(written).containsExactly("r Unschedulable Invalid", "r deleted");
    }

    @Test
    void whatWasWrittenIsNotWrittenAgainBeforeTheWatchHasHadTimeToBringIt() {
        scenario.feed.reservations().put(now(cart).build());
        step();
        step(Duration.ofSeconds(1));
        assertThat(written).hasSize(1);
        step(Duration.ofSeconds(4));
        assertThat(written).containsExactly("r Active ", "r Active ");
    }

    @Test
    void aClockThatIsWrongKeepsNoneLongerThanItsTimeToLive() {
        // created an hour from now, by this machine's clock
        scenario.feed.reservations().put(cart.createdAfter(90_000).build());
        step();
        scenario.clock.advance(Duration.ofHours(-3));
        step(Duration.ofMinutes(5));
        assertThat(written).containsExactly("r Active ", "r Expired ");
    }

    @Test
    void oneThatIsPastItsTimeWhenFirstSeenHoldsNothing() {
        scenario.feed
                .reservations()
                .put(cart.createdAfter(0).phase(Phase.ACTIVE).build());
        step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(written).containsExactly("r Expired ");
    }
}
