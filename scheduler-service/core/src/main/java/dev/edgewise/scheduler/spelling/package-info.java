/** Finds keys and values of pods that are close to those that Edgewise reads: they would silently have no effect. */
@NullMarked
package dev.edgewise.scheduler.spelling;

import org.jspecify.annotations.NullMarked;
