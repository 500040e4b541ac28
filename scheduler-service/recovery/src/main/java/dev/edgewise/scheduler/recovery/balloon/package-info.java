/** Holds the reserves of nodes with balloon pods, and releases these to restarting pods. */
@NullMarked
package dev.edgewise.scheduler.recovery.balloon;

import org.jspecify.annotations.NullMarked;
