package dev.edgewise.scheduler.reservations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.CREATED;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.cycle.ReservationWriter;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestReservations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationKeeperTest {
    private final Scenario scenario = new Scenario(Profiles.stock(), 3);
    private final List<String> written = new ArrayList<>();
    private boolean synced = true;
    private boolean leads = true;
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
    private final ReservationKeeper keeper = new ReservationKeeper(
            scenario.state,
            scenario.feed,
            () -> synced,
            writer,
            () -> leads,
            new Deadlines(scenario.ticker, scenario.clock),
            scenario.ticker);
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

    private void step(Duration after) {
        scenario.pass(after);
        keeper.step();
    }

    @Test
    void acceptsWritesEndsAndDeletes() {
        scenario.feed.reservation(now(cart).build());
        keeper.step();
        assertThat(written).containsExactly("r Active ");
        scenario.feed.reservation(now(cart).phase(Phase.ACTIVE).build());

        step(Duration.ofSeconds(299));
        assertThat(written).hasSize(1);
        step(Duration.ofSeconds(1));
        assertThat(written).containsExactly("r Active ", "r Expired ");
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        step(Duration.ofSeconds(59));
        step(Duration.ofSeconds(1));
        assertThat(written.get(written.size() - 1)).isEqualTo("r deleted");
    }

    @Test
    void saysWhichPodTookIt() {
        scenario.feed.reservation(now(cart).build());
        keeper.step();
        scenario.pods(pod("cart-1").cpu("600m").label("app", "cart")).run().confirm();
        keeper.step();
        assertThat(written).containsExactly("r Active ", "r Taken cart-1");
    }

    @Test
    void saysWhyItHoldsNoRoom() {
        scenario.feed.reservation(now(cart).cpu(1500).build());
        scenario.feed.reservation(now(reservation("elsewhere").on("n9")).build());
        keeper.step();
        assertThat(written)
                .containsExactlyInAnyOrder("r Unschedulable InsufficientRoom", "elsewhere Unschedulable NodeNotFound");
    }

    @Test
    void acceptsNothingBeforeAllPodsAreKnown() {
        synced = false;
        scenario.feed.reservation(now(cart).build());
        keeper.step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(written).isEmpty();
    }

    @Test
    void anotherReplicaEndsItAndWritesNothing() {
        leads = false;
        scenario.feed.reservation(now(cart).build());
        keeper.step();
        assertThat(scenario.state.snapshot().node("n1").pods()).hasSize(1);
        step(Duration.ofMinutes(5));
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(written).isEmpty();

        leads = true;
        keeper.step();
        assertThat(written).containsExactly("r Expired ");
    }

    @Test
    void whatWasWrittenIsNotWrittenAgainBeforeTheWatchHasHadTimeToBringIt() {
        scenario.feed.reservation(now(cart).build());
        keeper.step();
        step(Duration.ofSeconds(1));
        assertThat(written).hasSize(1);
        step(Duration.ofSeconds(4));
        assertThat(written).containsExactly("r Active ", "r Active ");
    }

    @Test
    void aClockThatIsWrongKeepsNoneLongerThanItsTimeToLive() {
        // created an hour from now, by this machine's clock
        scenario.feed.reservation(cart.createdAfter(90_000).build());
        keeper.step();
        scenario.clock.advance(Duration.ofHours(-3));
        step(Duration.ofMinutes(5));
        assertThat(written).containsExactly("r Active ", "r Expired ");
    }

    @Test
    void oneThatIsPastItsTimeWhenFirstSeenHoldsNothing() {
        scenario.feed.reservation(cart.createdAfter(0).phase(Phase.ACTIVE).build());
        keeper.step();
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(written).containsExactly("r Expired ");
    }
}
