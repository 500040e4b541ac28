/** Which nodes match node affinity, of all nodes at once. */
@NullMarked
package dev.edgewise.scheduler.state.affinity;

import org.jspecify.annotations.NullMarked;
