/** Volumes that tie a pod to some nodes, or keep it off others. */
@NullMarked
package dev.edgewise.scheduler.volumes;

import org.jspecify.annotations.NullMarked;
