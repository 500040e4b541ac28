/** Which pods of lower priority must go so that a pod fits; kube-scheduler's rules. */
@NullMarked
package dev.edgewise.scheduler.preemption;

import org.jspecify.annotations.NullMarked;
