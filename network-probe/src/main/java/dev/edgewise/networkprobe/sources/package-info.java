/** Which sources of round-trip times are in use. */
@NullMarked
package dev.edgewise.networkprobe.sources;

import org.jspecify.annotations.NullMarked;
