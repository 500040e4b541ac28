/** The signal of the nodes' energy: levels and readings. */
@NullMarked
package dev.edgewise.common.signal.energy;

import org.jspecify.annotations.NullMarked;
