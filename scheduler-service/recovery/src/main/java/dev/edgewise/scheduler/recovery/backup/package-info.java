/** Finds a backup for each protected pod, writes it to the pod, and plans backups that need less capacity. */
@NullMarked
package dev.edgewise.scheduler.recovery.backup;

import org.jspecify.annotations.NullMarked;
