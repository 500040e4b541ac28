/** Selects the pods of lower priority that must be evicted so that a pod fits, by kube-scheduler's rules. */
@NullMarked
package dev.edgewise.scheduler.preemption;

import org.jspecify.annotations.NullMarked;
