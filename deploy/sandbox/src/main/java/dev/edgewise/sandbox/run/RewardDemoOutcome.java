package dev.edgewise.sandbox.run;

/**
 * Outcome of the demo of rewards.
 *
 * @param onWorst new pods of the type that went to the node that fails every 10 s
 * @param onBad new pods of the type that went to the node that fails every 60 s
 * @param others pods of another type that went to these two
 * @param explained whether the explanation of a pod names the outcomes
 * @param healedAfter seconds until both nodes were in use again once they were repaired; -1 for never
 */
record RewardDemoOutcome(int onWorst, int onBad, int others, boolean explained, long healedAfter) {
    private static final int LONGEST_SECONDS = 600;

    /**
     * Whether no pod goes to the worst node, one at most tries the other, another type goes to both, and both are back
     * in time.
     */
    boolean good() {
        boolean back = healedAfter >= 0 && healedAfter <= LONGEST_SECONDS;
        return onWorst == 0 && onBad <= 1 && others > 0 && explained && back;
    }

    String summary() {
        return "Of 20 new pods " + onWorst + " went to the node that fails every 10 s (0), " + onBad
                + " to the one that fails every 60 s (at most 1); " + others
                + " of 20 pods of another type went to these two; "
                + (explained ? "explain names the outcomes; " : "explain does not name the outcomes; ")
                + (healedAfter < 0
                        ? "the repaired nodes are not both in use after " + LONGEST_SECONDS + " s"
                        : "both are in use again " + healedAfter + " s after they were repaired (at most "
                                + LONGEST_SECONDS + ")");
    }
}
