package dev.edgewise.offloader.rounds;

import org.jspecify.annotations.Nullable;

/** How current what is known of one cause is. For one thread at a time. */
final class ListState {
    private long looks;
    private int missed;
    private @Nullable String trouble;

    ListState copy() {
        ListState copy = new ListState();
        copy.looks = looks;
        copy.missed = missed;
        copy.trouble = trouble;
        return copy;
    }

    void answered() {
        looks++;
        missed = 0;
        trouble = null;
    }

    /** @param why there was no answer, for people */
    void unanswered(String why) {
        trouble = why;
        missed();
    }

    /**
     * The list was read, but of some of its pods too little is known.
     *
     * @param why for people
     */
    void incomplete(String why) {
        trouble = why;
    }

    void missed() {
        missed++;
    }

    /** How many answers there were: one that is the same as before is a new reading, too. */
    long looks() {
        return looks;
    }

    /** How many rounds ago the last answer was. */
    int missedRounds() {
        return missed;
    }

    /** Why the last look had no answer, or not about all pods; null if it had one. */
    @Nullable
    String trouble() {
        return trouble;
    }
}
