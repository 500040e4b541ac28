/** Sources of round-trip times, and the choice of the values in force. */
@NullMarked
package dev.edgewise.networkprobe.sources;

import org.jspecify.annotations.NullMarked;
