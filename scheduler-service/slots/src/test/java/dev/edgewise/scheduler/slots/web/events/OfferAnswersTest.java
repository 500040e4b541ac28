package dev.edgewise.scheduler.slots.web.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import dev.edgewise.scheduler.slots.web.FakeSlotObjects;
import dev.edgewise.scheduler.slots.web.FakeSlotWriter;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The first valid answer to an offer wins. */
class OfferAnswersTest {
    private static final Instant NOW = SlotFixtures.T0;
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final ObjectKey TESTBED = new ObjectKey("default", "tb");

    private final FakeSlotObjects objects = new FakeSlotObjects();
    private Instant now = NOW;
    private final OfferAnswers answers =
            new OfferAnswers(objects, new FakeSlotWriter(objects), new OpenOffers(objects, TIME, clock()), clock());

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    /** Slots 0 to 2, of which 1 is occupied. */
    private static Testbed testbed(int version, @Nullable String claimedBy) {
        List<Slot> slots = List.of(slot(0, SlotState.FREE), slot(1, SlotState.OCCUPIED), slot(2, SlotState.FREE));
        return new Testbed(
                SlotFixtures.metadata("default", "tb", version),
                new TestbedSpec(3, "testbed", Resources.NONE, FreeSlotHoldingMode.PLACEHOLDER, null, List.of()),
                null,
                new TestbedStatus(TestbedState.SUCCESS, 1, slots, claimedBy, null, List.of(), List.of()));
    }

    private static Slot slot(int position, SlotState state) {
        return new Slot(position, new SlotPlace("n0", 0, position), state, null, null, null, 0, true, false, null);
    }

    private static RequestedJobs.Slots job(Integer... slots) {
        return new RequestedJobs.Slots(
                RequestedJobs.Mode.STRICT,
                List.of(new RequestedJobs.JobSlots(new ObjectKey("default", "pi"), List.of(slots))));
    }

    private static BatchJob job(String name, @Nullable String claimedBy, BatchJobState state) {
        return new BatchJob(
                SlotFixtures.metadata("default", name, 1),
                SlotFixtures.job(name).spec(),
                null,
                new BatchJobStatus(state, 1, claimedBy, null, List.of(), 0, List.of(), List.of()));
    }

    private SlotOffer offer() {
        return Objects.requireNonNull(SlotOffer.of(Objects.requireNonNull(objects.testbed(TESTBED)), now, TIME));
    }

    private OfferAnswers.Result answer(String id, String name, Integer... slots) {
        return answers.answer(TESTBED, id, new ObjectKey("default", name), job(slots));
    }

    @BeforeEach
    void aFreeTestbed() {
        objects.put(testbed(1, null));
        objects.put(job("pi", null, BatchJobState.READY));
    }

    @Test
    void anOfferHasTheFreeSlots() {
        assertThat(offer().slots()).containsExactly(0, 2);
        assertThat(offer().deadline()).isEqualTo(NOW.plusSeconds(10));
        assertThat(SlotOffer.of(testbed(2, "other"), NOW, TIME)).isNull();
    }

    @Test
    void theFirstAnswerMakesItsScheduling() {
        assertThat(answer(offer().id(), "a", 0, 2).written()).isNotNull();

        // The watch has not shown the claim yet, and the testbed looks free.
        OfferAnswers.Result second = answer(offer().id(), "b", 2);

        assertThat(second.written()).isNull();
        assertThat(objects.schedulings()).extracting(one -> one.name()).containsExactly("a");
    }

    @Test
    void theSameAnswerAgainIsTheSameScheduling() {
        answer(offer().id(), "a", 0);

        OfferAnswers.Result again = answer(offer().id(), "a", 0);

        assertThat(Objects.requireNonNull(again.written()).isNew()).isFalse();
    }

    @Test
    void anAnswerToAnOlderSnapshotGetsTheNewOne() {
        String old = offer().id();
        objects.put(testbed(2, null));

        OfferAnswers.Result late = answer(old, "a", 0);

        assertThat(late.written()).isNull();
        assertThat(late.now()).isEqualTo(offer());
        assertThat(objects.schedulings()).isEmpty();
    }

    @Test
    void anAnswerAfterTheDeadlineIsLate() {
        String id = "1-" + NOW.toEpochMilli();

        assertThat(answer(id, "a", 0).written()).isNull();
    }

    @Test
    void onlySlotsOfTheOfferAreTaken() {
        String id = offer().id();

        assertThatThrownBy(() -> answer(id, "a", 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("slots.jobs[0].slots is 1: it must be slots of the offer: [0, 2]");
        // It was no valid answer, so the next one is the first.
        assertThat(answer(id, "b", 0).written()).isNotNull();
    }

    @Test
    void aJobThatCannotBeClaimedIsNoFirstAnswer() {
        String id = offer().id();

        objects.put(job("pi", "other", BatchJobState.READY));
        assertThatThrownBy(() -> answer(id, "a", 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("slots.jobs[0].name is pi (Scheduling other holds it)");
        objects.put(job("pi", null, BatchJobState.INVALID));
        assertThatThrownBy(() -> answer(id, "a", 0)).hasMessageContaining("the job is invalid");
        RequestedJobs.Slots unknown = new RequestedJobs.Slots(
                RequestedJobs.Mode.STRICT,
                List.of(new RequestedJobs.JobSlots(new ObjectKey("default", "none"), List.of(0))));
        assertThatThrownBy(() -> answers.answer(TESTBED, id, new ObjectKey("default", "a"), unknown))
                .hasMessageContaining("there is no such job");

        objects.put(job("pi", null, BatchJobState.READY));
        assertThat(answer(id, "b", 0).written()).isNotNull();
    }

    /** The watch shows another version of the testbed before the claim, such as one with another condition. */
    @Test
    void anAnsweredOfferStaysClosedUntilItsClaimHasEnded() {
        answer(offer().id(), "a", 0);
        objects.put(testbed(2, null));
        assertThat(answer(offer().id(), "b", 0).written()).isNull();

        objects.put(scheduling("a", SchedulingState.SUBMITTING, 7));
        assertThat(answer(offer().id(), "b", 0).written())
                .as("it holds the testbed, whose status is late")
                .isNull();
        objects.put(scheduling("a", SchedulingState.COMPLETED, 7));

        assertThat(answer(offer().id(), "b", 0).written()).isNotNull();
    }

    @Test
    void anAnswerThatClaimsNothingOpensTheOfferAgain() {
        answer(offer().id(), "a", 0);
        objects.put(scheduling("a", SchedulingState.ACQUIRING, 0, condition(Condition.CLAIMED, "Released")));
        assertThat(answer(offer().id(), "b", 0).written())
                .as("the claim is being written")
                .isNull();

        objects.put(scheduling("a", SchedulingState.ACQUIRING, 0, condition(Condition.CLAIMED, "Waiting")));
        assertThat(answer(offer().id(), "b", 0).written()).isNotNull();
        objects.put(scheduling("b", SchedulingState.ACQUIRING, 0, condition(Condition.VALID, "Invalid")));
        assertThat(answer(offer().id(), "c", 0).written()).isNotNull();
    }

    /** The watch may be late; a Scheduling that it never shows was deleted meanwhile. */
    @Test
    void anAnswerThatTheWatchDoesNotShowHoldsForThirtySeconds() {
        answer(offer().id(), "a", 0);
        objects.removeScheduling(new ObjectKey("default", "a"));
        objects.put(testbed(2, null));
        now = NOW.plusSeconds(29);
        assertThat(answer(offer().id(), "b", 0).written()).isNull();

        now = NOW.plusSeconds(30);

        assertThat(answer(offer().id(), "b", 0).written()).isNotNull();
    }

    @Test
    void aSchedulingThatWasPostedClosesTheOfferAsWell() {
        objects.put(scheduling("posted", SchedulingState.ACQUIRING, 0));

        assertThat(answer(offer().id(), "b", 0).written()).isNull();
    }

    @Test
    void theSameAnswerAfterTheOfferIsTheSameScheduling() {
        String id = offer().id();
        answer(id, "a", 0);
        objects.put(testbed(2, "a"));
        now = NOW.plusSeconds(60);

        assertThat(Objects.requireNonNull(answer(id, "a", 0).written()).isNew()).isFalse();
        assertThat(answer(id, "a", 2).written()).as("another one of that name").isNull();
    }

    private static Scheduling scheduling(String name, SchedulingState state, long epoch, Condition... conditions) {
        return new Scheduling(
                SlotFixtures.metadata("default", name, 1),
                new SchedulingSpec(TESTBED, job(0)),
                null,
                new SchedulingStatus(state, 1, epoch, List.of(), List.of(conditions)));
    }

    private static Condition condition(String type, String reason) {
        return new Condition(type, false, reason, "", NOW, 1);
    }

    @Test
    void anOfferOfTheFutureIsNotOpen() {
        String id = "1-" + NOW.plusSeconds(11).toEpochMilli();

        assertThat(answer(id, "a", 0).written()).isNull();
    }

    @Test
    void whatIsNoIdIsRefused() {
        assertThatThrownBy(() -> answer("x y", "a", 0)).hasMessageContaining("offer is x y");
    }
}
