/** Messages between agents and the coordinator, their limits, and how they are written and read; used by both. */
@NullMarked
package dev.edgewise.networkprobe.protocol;

import org.jspecify.annotations.NullMarked;
