package dev.edgewise.rewards.learning.state;

/**
 * The schedule of evaluations of one object: often after something happened, then ever more seldom. A superclass, as a
 * further object for each of many would take memory. Times are in ms since the epoch.
 */
public abstract class EvaluationSchedule {
    private static final long SHORTEST_PAUSE = 5_000;

    /** The time when the next evaluation is due; entries of the queue with another time are out of date. */
    private long due = Long.MAX_VALUE;
    /** The time between the next evaluation and the one after it, in ms. */
    private long pause;

    EvaluationSchedule() {}

    /** Something happened: the evaluations that follow the next one are soon after each other. */
    public final void evaluateOften() {
        pause = 0;
    }

    /**
     * Returns the time until the evaluation after the next one, in ms: twice as long each time, from 5 s to the
     * longest.
     */
    public final long nextPause(long longest) {
        pause = Math.min(longest, Math.max(SHORTEST_PAUSE, 2 * pause));
        return pause;
    }

    /**
     * Returns whether an evaluation at this moment is earlier than the one that is due, and makes it the one that is
     * due.
     */
    final boolean bringForward(long at) {
        boolean isEarlier = at < due;
        due = isEarlier ? at : due;
        return isEarlier;
    }

    /** Returns whether an evaluation at this moment is the one that is due; then none is due any more. */
    final boolean takeDue(long at) {
        boolean isDue = at == due;
        due = isDue ? Long.MAX_VALUE : due;
        return isDue;
    }
}
