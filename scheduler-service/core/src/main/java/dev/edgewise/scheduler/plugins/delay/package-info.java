/** Pods that must run near something: a node, or wherever a workload runs. */
@NullMarked
package dev.edgewise.scheduler.plugins.delay;

import org.jspecify.annotations.NullMarked;
