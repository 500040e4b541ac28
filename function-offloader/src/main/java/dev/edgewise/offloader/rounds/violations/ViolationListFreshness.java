package dev.edgewise.offloader.rounds.violations;

import org.jspecify.annotations.Nullable;

/**
 * The age of what is known of one cause. Immutable.
 *
 * @param looks how many answers there were: one that is the same as before is a new reading, too
 * @param missedRounds how many rounds ago the last answer was
 * @param trouble why the last look had no answer, or not about all pods; null if it had one
 */
record ViolationListFreshness(long looks, int missedRounds, @Nullable String trouble) {
    static final ViolationListFreshness NEW = new ViolationListFreshness(0, 0, null);

    ViolationListFreshness answered() {
        return new ViolationListFreshness(looks + 1, 0, null);
    }

    /** @param why there was no answer, for people */
    ViolationListFreshness unanswered(String why) {
        return new ViolationListFreshness(looks, missedRounds + 1, why);
    }

    /**
     * Returns the state of a list that was read, but of some of whose pods too little is known.
     *
     * @param why for people
     */
    ViolationListFreshness incomplete(String why) {
        return new ViolationListFreshness(looks, missedRounds, why);
    }

    ViolationListFreshness missed() {
        return new ViolationListFreshness(looks, missedRounds + 1, trouble);
    }
}
