/** Finds failed nodes, and restarts their pods on their backups. */
@NullMarked
package dev.edgewise.scheduler.recovery.failure;

import org.jspecify.annotations.NullMarked;
