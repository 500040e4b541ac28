package dev.edgewise.scheduler.optimizer;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;

/** The time that a search may take; parts of it have a share each. */
public final class SearchTimeLimit {
    private final Ticker ticker;
    private final long begun;
    private final long all;
    private final Runnable breath;

    /**
     * Begins now.
     *
     * @param breath is run each time the search asks whether there is time left, and may leave the processor to others
     */
    public SearchTimeLimit(Ticker ticker, Duration all, Runnable breath) {
        this.ticker = ticker;
        this.begun = ticker.nanos();
        this.all = all.toNanos();
        this.breath = breath;
    }

    /** Returns whether some is left. */
    public boolean isLeft() {
        return isLeft(1);
    }

    /** Returns whether some is left of that share of all, 0 to 1. */
    boolean isLeft(double share) {
        breath.run();
        return ticker.nanos() - begun < share * all;
    }
}
