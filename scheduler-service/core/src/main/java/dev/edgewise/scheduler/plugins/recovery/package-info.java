/** Selects the node that a pod restarts on if its own fails. */
@NullMarked
package dev.edgewise.scheduler.plugins.recovery;

import org.jspecify.annotations.NullMarked;
