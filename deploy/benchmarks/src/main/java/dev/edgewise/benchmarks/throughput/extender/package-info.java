/** What stands beside a kube-scheduler that asks an extender: one that does nothing, and what is learned of nodes. */
@NullMarked
package dev.edgewise.benchmarks.throughput.extender;

import org.jspecify.annotations.NullMarked;
