/**
 * The filters and scores by which pods follow the energy of the nodes: by level, or by the rules of the papers. The
 * data are in {@code signals.energy}.
 */
@NullMarked
package dev.edgewise.scheduler.plugins.energy;

import org.jspecify.annotations.NullMarked;
