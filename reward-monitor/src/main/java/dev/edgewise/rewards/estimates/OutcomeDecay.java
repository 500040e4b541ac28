package dev.edgewise.rewards.estimates;

import java.time.Duration;

/** The decay of outcomes: they lose weight with time, exponentially; times are in ms. */
public final class OutcomeDecay {
    private final double perMilli;
    private final double millisForOne;

    /**
     * Creates it.
     *
     * @param halfLife time after which an outcome counts half
     * @param meanTimeToFailure healthy time that counts as one outcome
     */
    public OutcomeDecay(Duration halfLife, Duration meanTimeToFailure) {
        this.perMilli = Math.log(2) / halfLife.toMillis();
        this.millisForOne = meanTimeToFailure.toMillis();
    }

    /** Returns the rest of a weight of 1 after a time in ms; 1 if the time is negative. */
    public double left(long millis) {
        return millis <= 0 ? 1 : Math.exp(-perMilli * millis);
    }

    /**
     * Returns the weight of healthy time that ends now: the integral of the rest of each moment, {@code (1 - e^(-λt)) /
     * (λ MTTF)}. It approaches half-life / (ln 2 · MTTF), which is 0.72 for 5 and 10 min.
     */
    public double healthy(long millis) {
        return millis <= 0 ? 0 : (1 - Math.exp(-perMilli * millis)) / (perMilli * millisForOne);
    }
}
