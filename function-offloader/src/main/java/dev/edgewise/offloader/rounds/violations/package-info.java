/** The pods that the scheduler would not place where they run any more, and where they would be better. */
@NullMarked
package dev.edgewise.offloader.rounds.violations;

import org.jspecify.annotations.NullMarked;
