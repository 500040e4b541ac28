/** Why a pod is where it is, and how near it was to be placed, in few words. */
@NullMarked
package dev.edgewise.scheduler.cycle.details;

import org.jspecify.annotations.NullMarked;
