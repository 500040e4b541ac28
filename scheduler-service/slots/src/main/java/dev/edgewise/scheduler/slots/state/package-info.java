/**
 * The slots in the scheduler's state: the room of each slot that no pod is in is kept by a placeholder, and a pod that
 * names slots takes one of them by its binding. Plain Java.
 */
@NullMarked
package dev.edgewise.scheduler.slots.state;

import org.jspecify.annotations.NullMarked;
