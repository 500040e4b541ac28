/** Pods that restart elsewhere when their node fails: where, and on which room. */
@NullMarked
package dev.edgewise.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
