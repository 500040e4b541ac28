/** Keeps the cluster state current: lists and watches each kind, and repairs what a watch missed. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
