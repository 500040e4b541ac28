/** What operators graph: kube-scheduler's own metric names, and ours for the rest. */
@NullMarked
package dev.edgewise.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
