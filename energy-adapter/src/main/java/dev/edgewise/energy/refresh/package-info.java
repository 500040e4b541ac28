/** Asks the sources, computes levels and publishes readings, again and again. */
@NullMarked
package dev.edgewise.energy.refresh;

import org.jspecify.annotations.NullMarked;
