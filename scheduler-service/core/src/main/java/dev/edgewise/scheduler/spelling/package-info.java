/** Words of pods that are near those that Edgewise reads: they would have no effect, and nobody would learn why. */
@NullMarked
package dev.edgewise.scheduler.spelling;

import org.jspecify.annotations.NullMarked;
