/** What the round-trip time of a pair of nodes is or must be, from the few pairs that are measured. Pure. */
@NullMarked
package dev.edgewise.networkprobe.estimation;

import org.jspecify.annotations.NullMarked;
