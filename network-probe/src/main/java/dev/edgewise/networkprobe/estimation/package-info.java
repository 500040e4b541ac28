/** What the round-trip time of a pair of nodes is or must be, computed from the few pairs that are measured; {@code estimates} has what is in force. Pure. */
@NullMarked
package dev.edgewise.networkprobe.estimation;

import org.jspecify.annotations.NullMarked;
