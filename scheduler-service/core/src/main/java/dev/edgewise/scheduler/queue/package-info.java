/** Pods that wait until they are decided: their order, their backoff, and the events that wake them. */
@NullMarked
package dev.edgewise.scheduler.queue;

import org.jspecify.annotations.NullMarked;
