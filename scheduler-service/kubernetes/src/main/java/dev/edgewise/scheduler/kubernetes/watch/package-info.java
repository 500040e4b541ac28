/** Keeps the cluster's state current: watches each kind, and turns its objects into the records of the model. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
