/** Volumes that tie a pod to some nodes, or keep it off others. */
@NullMarked
package dev.edgewise.scheduler.plugins.volumes;

import org.jspecify.annotations.NullMarked;
