/** Signals kept in this process alone, for a laptop, simulations and tests. */
@NullMarked
package dev.edgewise.common.signal.memory;

import org.jspecify.annotations.NullMarked;
