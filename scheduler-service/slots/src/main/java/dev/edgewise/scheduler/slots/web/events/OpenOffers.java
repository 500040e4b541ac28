package dev.edgewise.scheduler.slots.web.events;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The offers of free slots. A testbed looks free until the claim of a Scheduling shows in its status; nothing is
 * offered from the answer on until that claim has ended, or the Scheduling is refused or waits for its jobs.
 * Thread-safe.
 */
final class OpenOffers {
    /** Answers that are remembered: more than there are at a time. */
    private static final int REMEMBERED = 10_000;
    /** The time within which the watch shows a Scheduling that was created. */
    private static final Duration UNSEEN = Duration.ofSeconds(30);

    private static final String WAITING = "Waiting";

    private final SlotObjects objects;
    private final Duration time;
    private final Clock clock;
    /** The answers by testbed until the watch shows their Schedulings. */
    private final Cache<ObjectKey, Answer> unseen;

    /** @param time from an offer to its deadline */
    OpenOffers(SlotObjects objects, Duration time, Clock clock) {
        this.objects = objects;
        this.time = time;
        this.clock = clock;
        this.unseen = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .executor(Runnable::run)
                .build();
    }

    /** An answer to an offer. */
    private record Answer(ObjectKey scheduling, Instant answeredAt) {}

    /** Returns the offer of a testbed that is open now; null if there is none. */
    @Nullable
    SlotOffer of(ObjectKey testbed) {
        Testbed known = objects.testbed(testbed);
        return known == null || answerOf(testbed) != null || isAwaited(testbed)
                ? null
                : SlotOffer.of(known, clock.instant(), time);
    }

    /**
     * Returns the Scheduling that answers an offer of the testbed, and that the watch does not show yet; null if there
     * is none.
     */
    @Nullable
    ObjectKey answerOf(ObjectKey testbed) {
        Answer answer = unseen.getIfPresent(testbed);
        if (answer == null) {
            return null;
        }
        if (isOver(answer)) {
            unseen.asMap().remove(testbed, answer);
            return null;
        }
        return answer.scheduling();
    }

    private boolean isOver(Answer answer) {
        return objects.scheduling(answer.scheduling()) != null
                || !clock.instant().isBefore(answer.answeredAt().plus(UNSEEN));
    }

    /** Notes an answer. Returns whether it is the first one. */
    boolean answer(ObjectKey testbed, ObjectKey scheduling) {
        Answer own = new Answer(scheduling, clock.instant());
        return unseen.asMap().merge(testbed, own, (first, mine) -> isOver(first) ? mine : first) == own;
    }

    /** Opens the offer again, as the Scheduling was not created. */
    void reopen(ObjectKey testbed, ObjectKey scheduling) {
        unseen.asMap()
                .computeIfPresent(testbed, (key, answer) -> answer.scheduling().equals(scheduling) ? null : answer);
    }

    /** Returns whether a Scheduling is about to claim the testbed, or has it. */
    private boolean isAwaited(ObjectKey testbed) {
        return objects.schedulings(testbed.namespace()).stream()
                .anyMatch(scheduling -> scheduling.problem() == null
                        && scheduling.spec().testbed().equals(testbed)
                        && mayHold(scheduling));
    }

    private static boolean mayHold(Scheduling scheduling) {
        SchedulingState state = scheduling.status().state();
        if (state == SchedulingState.COMPLETED || state == SchedulingState.FAILED) {
            return false;
        }
        if (scheduling.status().epoch() > 0) {
            return true;
        }
        return !scheduling.metadata().deleted()
                && scheduling.status().conditions().stream().noneMatch(OpenOffers::saysThatNothingIsClaimed);
    }

    private static boolean saysThatNothingIsClaimed(Condition condition) {
        return !condition.holds()
                && (condition.type().equals(Condition.VALID)
                        || (condition.type().equals(Condition.CLAIMED)
                                && condition.reason().equals(WAITING)));
    }
}
