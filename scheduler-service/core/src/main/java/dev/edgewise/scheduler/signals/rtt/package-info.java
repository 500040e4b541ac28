/** The round-trip times between nodes, indexed so that "who is within 20 ms" is a binary search. */
@NullMarked
package dev.edgewise.scheduler.signals.rtt;

import org.jspecify.annotations.NullMarked;
