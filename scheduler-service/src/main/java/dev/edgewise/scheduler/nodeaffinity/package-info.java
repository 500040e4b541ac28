/** Nodes that a pod names, by name or by label. */
@NullMarked
package dev.edgewise.scheduler.nodeaffinity;

import org.jspecify.annotations.NullMarked;
