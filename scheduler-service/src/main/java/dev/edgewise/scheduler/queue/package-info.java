/** Where pods wait until they are decided: who is next, who must wait, and what wakes whom. */
@NullMarked
package dev.edgewise.scheduler.queue;

import org.jspecify.annotations.NullMarked;
