/** The experiment with the example of an external scheduler: its own learner and choice, on simulated run times. */
@NullMarked
package dev.edgewise.sandbox.evaluate.slots;

import org.jspecify.annotations.NullMarked;
