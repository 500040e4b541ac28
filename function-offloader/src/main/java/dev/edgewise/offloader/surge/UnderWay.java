package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.Evictions;
import org.jspecify.annotations.Nullable;

/** One surge, and how far this process got with it. */
final class UnderWay {
    /** What became of the second replica that a surge asks for. */
    enum Second {
        NOT_ASKED,
        /** A leader before recorded the surge, and may have ended before it asked, or after it took the replica back. */
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

    /** What went wrong at the beginning, for people; null if all went well. */
    @Nullable
    String trouble;

    /** Why its last step was not done, for people; null if it was. */
    @Nullable
    String obstacle;

    UnderWay(Surge surge, long since, Second second) {
        this.surge = surge;
        this.since = since;
        this.evictFrom = since;
        this.second = second;
    }

    boolean isEvicted() {
        return answer == Evictions.Answer.ACCEPTED;
    }
}
