/**
 * The energy of the nodes, indexed by their positions and ordered from the best powered to the worst. Data; the filters
 * and scores are in {@code plugins.energy}.
 */
@NullMarked
package dev.edgewise.scheduler.signals.energy;

import org.jspecify.annotations.NullMarked;
