package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.Evictions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One surge, and how far this process got with it. */
final class SurgeInProgress {
    /** The state of the second replica that a surge asks for. */
    enum Second {
        NOT_ASKED,
        /**
         * A leader before recorded the surge, and may have ended before it asked, or after it took the replica back.
         */
        UNKNOWN,
        /** Asked for, without an answer: it may be added yet. */
        UNANSWERED,
        ASKED,
        TAKEN_BACK
    }

    final Surge surge;
    /** Reading of a monotonic clock, in ns. */
    final long since;

    Second second;

    /** To its last eviction; null before the first. */
    Evictions.@Nullable Answer answer;

    /** Reading of a monotonic clock, in ns, from which on its eviction is asked for. */
    long evictFrom;

    /** The reason why it ends without an eviction, for people; null while nothing went wrong. */
    @Nullable
    String trouble;

    /** Whether the API server refused its eviction. */
    boolean isRefused;

    /** The reason why its last step was not done, for people; null if it was. */
    @Nullable
    String obstacle;

    SurgeInProgress(Surge surge, long since, Second second) {
        this.surge = surge;
        this.since = since;
        this.evictFrom = since;
        this.second = second;
    }

    /** @param unanswered whether this process asked for the second replica, without an answer */
    static SurgeInProgress resumed(Surge surge, long since, boolean unanswered) {
        SurgeInProgress resumed = new SurgeInProgress(surge, since, unanswered ? Second.UNANSWERED : Second.UNKNOWN);
        resumed.trouble = unanswered ? "its second replica was asked for without an answer" : null;
        return resumed;
    }

    boolean isEvicted() {
        return answer == Evictions.Answer.ACCEPTED;
    }

    /** Whether its pod stays if nothing more is asked for. */
    boolean mayStay() {
        return answer == null || answer == Evictions.Answer.BLOCKED;
    }

    /** Returns why it is not over within that time, for people. */
    String whyLate(Duration timeToLive) {
        if (obstacle != null) {
            return obstacle;
        }
        if (answer == Evictions.Answer.BLOCKED) {
            return "its disruption budget allowed no eviction, although its replacement was ready";
        }
        return answer == Evictions.Answer.UNKNOWN
                ? "its eviction got no answer, although its replacement was ready"
                : "no replacement was ready within " + timeToLive.toSeconds() + " s";
    }
}
