package dev.edgewise.sandbox.evaluate.energy;

/** One call of a function, from its arrival on a replica to its end. */
final class FunctionCall {
    private final Runnable answered;
    private final Runnable lost;
    private double coreSeconds;

    /** @param coreSeconds the work that it is */
    FunctionCall(double coreSeconds, Runnable answered, Runnable lost) {
        this.coreSeconds = coreSeconds;
        this.answered = answered;
        this.lost = lost;
    }

    double coreSeconds() {
        return coreSeconds;
    }

    void work(double coreSeconds) {
        this.coreSeconds -= coreSeconds;
    }

    void answer() {
        answered.run();
    }

    void lose() {
        lost.run();
    }
}
