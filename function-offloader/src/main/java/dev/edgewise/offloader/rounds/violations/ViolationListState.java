package dev.edgewise.offloader.rounds.violations;

import org.jspecify.annotations.Nullable;

/**
 * The age of what is known of one cause. Immutable.
 *
 * @param looks how many answers there were: one that is the same as before is a new reading, too
 * @param missedRounds how many rounds ago the last answer was
 * @param trouble why the last look had no answer, or not about all pods; null if it had one
 */
record ViolationListState(long looks, int missedRounds, @Nullable String trouble) {
    static final ViolationListState NEW = new ViolationListState(0, 0, null);

    ViolationListState answered() {
        return new ViolationListState(looks + 1, 0, null);
    }

    /** @param why there was no answer, for people */
    ViolationListState unanswered(String why) {
        return new ViolationListState(looks, missedRounds + 1, why);
    }

    /**
     * Returns the state of a list that was read, but of some of whose pods too little is known.
     *
     * @param why for people
     */
    ViolationListState incomplete(String why) {
        return new ViolationListState(looks, missedRounds, why);
    }

    ViolationListState missed() {
        return new ViolationListState(looks, missedRounds + 1, trouble);
    }
}
