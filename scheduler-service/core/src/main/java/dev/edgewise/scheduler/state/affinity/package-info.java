/** Evaluates node affinity for all nodes at once. */
@NullMarked
package dev.edgewise.scheduler.state.affinity;

import org.jspecify.annotations.NullMarked;
