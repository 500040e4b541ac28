/** Short explanations why a pod is where it is, and how near it was to be placed. */
@NullMarked
package dev.edgewise.scheduler.cycle.details;

import org.jspecify.annotations.NullMarked;
