/** Answers why: what each node is worth for a pod, real or imagined, now and when it was decided. */
@NullMarked
package dev.edgewise.scheduler.explain;

import org.jspecify.annotations.NullMarked;
