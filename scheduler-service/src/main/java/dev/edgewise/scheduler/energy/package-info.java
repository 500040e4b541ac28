/** The energy of the nodes, indexed by their positions and ordered from the best powered to the worst. Data; the filters and scores are in {@code power}. */
@NullMarked
package dev.edgewise.scheduler.energy;

import org.jspecify.annotations.NullMarked;
