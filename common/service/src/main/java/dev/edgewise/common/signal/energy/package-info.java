/** The signal of the nodes' energy: levels, readings, and how they are written where they are shared. */
@NullMarked
package dev.edgewise.common.signal.energy;

import org.jspecify.annotations.NullMarked;
