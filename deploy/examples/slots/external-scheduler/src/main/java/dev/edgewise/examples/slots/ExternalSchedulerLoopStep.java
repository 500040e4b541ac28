package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.SlotApiException;

/** One round of a loop. */
interface ExternalSchedulerLoopStep {
    /** Returns whether it ran anything. */
    boolean once() throws SlotApiException, InterruptedException;
}
