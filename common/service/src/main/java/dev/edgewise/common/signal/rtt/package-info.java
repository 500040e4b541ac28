/** The signal of round-trip times: how they are written where they are shared. */
@NullMarked
package dev.edgewise.common.signal.rtt;

import org.jspecify.annotations.NullMarked;
