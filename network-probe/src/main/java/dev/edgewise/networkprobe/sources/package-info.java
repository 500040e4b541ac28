/** Sources of round-trip times, and the choice of the effective values. */
@NullMarked
package dev.edgewise.networkprobe.sources;

import org.jspecify.annotations.NullMarked;
