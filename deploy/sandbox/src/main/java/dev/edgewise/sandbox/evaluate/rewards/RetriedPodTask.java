package dev.edgewise.sandbox.evaluate.rewards;

import java.util.Random;

/** A task of a controller: a pod, and another one after each that failed. */
final class RetriedPodTask {
    private static final int BACK_OFF_LIMIT = 6;
    private static final int FIRST_BACK_OFF = 10;
    private static final int LONGEST_BACK_OFF = 360;

    final SimulatedPodType kind;
    final String name;
    /** Duration of its pod where it does not fail, in s. */
    final int seconds;
    /**
     * Random source of this task, the same in each run: how soon it fails on a bad node, and whether it fails on a good
     * one.
     */
    final Random luck;

    int attempts;

    RetriedPodTask(SimulatedPodType kind, String name, int seconds, long seed) {
        this.kind = kind;
        this.name = name;
        this.seconds = seconds;
        this.luck = new Random(seed);
    }

    /** Services always, Jobs six times: their default. */
    boolean mayRetry() {
        return !(kind.isJob() || kind == SimulatedPodType.BROKEN) || attempts <= BACK_OFF_LIMIT;
    }

    /** Delay of the Job controller before a retry, in s: 10 s, doubling to 6 min. */
    int backOff() {
        return Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF << Math.min(6, attempts - 1));
    }
}
