/** Metrics for operators: kube-scheduler's own names, and names of this service for the rest. */
@NullMarked
package dev.edgewise.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
