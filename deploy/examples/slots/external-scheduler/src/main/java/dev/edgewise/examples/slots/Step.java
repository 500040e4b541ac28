package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.InterfaceException;

/** One round of a loop. */
interface Step {
    /** Returns whether it ran anything. */
    boolean once() throws InterfaceException, InterruptedException;
}
