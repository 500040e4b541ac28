package dev.edgewise.global.decide;

import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The moments at which something about an attempt is due. They follow from the time that this replica has known of the
 * attempt, as clocks of other replicas may differ from its own.
 */
final class AttemptDueTimes {
    /** The difference of clocks up to which an attempt of another replica is not ended early. */
    static final Duration CLOCKS_APART = Duration.ofMinutes(1);

    /** The parts of the interval of looks of which the first pause of an attempt is one: most work is ready soon. */
    private static final int FIRST = 10;

    /** The longest pause between two looks, in intervals of looks; a deletion that takes as long is slow. */
    private static final int LONGEST = 10;

    /** The share of the time that something has taken already after which it is looked at again. */
    private static final int SHARE = 5;

    private final AttemptProperties settings;
    private final Instant now;
    private final Attempt attempt;
    private final AttemptAge age;
    private final @Nullable AttemptObservation seen;

    AttemptDueTimes(
            AttemptProperties settings,
            Instant now,
            Attempt attempt,
            AttemptAge age,
            @Nullable AttemptObservation seen) {
        this.settings = settings;
        this.now = now;
        this.attempt = attempt;
        this.age = age;
        this.seen = seen;
    }

    /**
     * Returns the moment at which an attempt that is TRYING is late: a replica that takes over gives it at most {@link
     * #CLOCKS_APART} more.
     */
    Instant deadline() {
        Duration time = Duration.between(attempt.startedAt(), attempt.deadline());
        return earlier(since().plus(time), attempt.deadline().plus(CLOCKS_APART));
    }

    boolean isLate() {
        return !now.isBefore(deadline());
    }

    boolean isDue() {
        return seen == null || !now.isBefore(nextLook());
    }

    /**
     * Returns the moment of the next look. The longer an attempt, a deletion, or an answer after the deadline takes,
     * the rarer are looks.
     */
    Instant nextLook() {
        return seen == null ? now.plus(settings.observeEvery()) : seen.at().plus(pause(seen));
    }

    private Duration pause(AttemptObservation last) {
        Duration interval = settings.observeEvery();
        boolean isEarly = last.answered() || last.at().isBefore(deadline());
        if (attempt.phase() == AttemptPhase.TRYING && isEarly) {
            return shareOf(tried(last), interval.dividedBy(FIRST), interval);
        }
        boolean isTried = attempt.phase() == AttemptPhase.TRYING || attempt.phase() == AttemptPhase.READY;
        if (isTried && last.answered()) {
            return interval;
        }
        Duration taken = Duration.between(isTried ? deadline() : since(), last.at());
        return shareOf(taken, interval, interval.multipliedBy(LONGEST));
    }

    /**
     * Returns the time that an attempt has been tried for: a replica that takes over does not begin again with short
     * pauses.
     */
    private Duration tried(AttemptObservation last) {
        return Duration.between(earlier(since(), attempt.startedAt()), last.at());
    }

    private static Duration shareOf(Duration taken, Duration least, Duration most) {
        Duration share = taken.dividedBy(SHARE);
        Duration bounded = share.compareTo(most) < 0 ? share : most;
        return bounded.compareTo(least) > 0 ? bounded : least;
    }

    /** Returns the moment of the next look without an event: a cluster that is reachable again is one. */
    Instant slowLook() {
        return now.plus(settings.observeEvery().multipliedBy(LONGEST));
    }

    /** Whether the attempt has been in its phase for longer than the longest pause between two looks. */
    boolean isSlow() {
        return age.inPhase().compareTo(settings.observeEvery().multipliedBy(LONGEST)) >= 0;
    }

    /** Returns the moment at which the member must have deleted the anchor of an attempt that is CLEANING. */
    Instant fenceEnd() {
        return since().plus(settings.fence()).plus(settings.fenceMargin());
    }

    /** Whether another cluster has answered under the name for so long that the member's own list cannot be old. */
    boolean isReplaced() {
        return age.otherCluster().compareTo(settings.replacedAfter()) >= 0;
    }

    Instant replacedAt() {
        return now.minus(age.otherCluster()).plus(settings.replacedAfter());
    }

    private Instant since() {
        return now.minus(age.inPhase());
    }

    static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
