/** Calls that only the leader can answer, whichever replica they reach. */
@NullMarked
package dev.edgewise.kubernetes.autoconfigure.forward;

import org.jspecify.annotations.NullMarked;
