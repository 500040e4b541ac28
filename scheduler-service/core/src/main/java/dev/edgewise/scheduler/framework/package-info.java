/** One decision: a pod and a snapshot in, a node or the reasons against each out. */
@NullMarked
package dev.edgewise.scheduler.framework;

import org.jspecify.annotations.NullMarked;
