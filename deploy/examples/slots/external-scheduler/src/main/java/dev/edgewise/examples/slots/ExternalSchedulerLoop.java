package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.SlotApiException;
import java.time.Duration;
import java.util.function.Consumer;

/** Repeats a step until it has run often enough, or its thread is interrupted. A step that fails is tried again. */
final class ExternalSchedulerLoop implements Runnable {
    private final ExternalSchedulerLoopStep step;
    private final int rounds;
    private final Duration pause;
    private final Consumer<String> log;

    /** @param rounds that run something; 0 for no end */
    ExternalSchedulerLoop(ExternalSchedulerLoopStep step, int rounds, Duration pause, Consumer<String> log) {
        this.step = step;
        this.rounds = rounds;
        this.pause = pause;
        this.log = log;
    }

    @Override
    public void run() {
        try {
            for (int round = 0; rounds == 0 || round < rounds; ) {
                if (once()) {
                    round++;
                }
                Thread.sleep(pause.toMillis());
            }
        } catch (InterruptedException e) {
            log.accept("Stopped");
        }
    }

    private boolean once() throws InterruptedException {
        try {
            return step.once();
        } catch (SlotApiException e) {
            log.accept(String.valueOf(e.getMessage()));
            return false;
        } catch (IllegalArgumentException | NullPointerException e) {
            log.accept("An answer of the service has not what was expected: " + e);
            return false;
        }
    }
}
