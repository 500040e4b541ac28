/** Counterparts of a kube-scheduler that calls an extender: an empty extender, requests, and signals about nodes. */
@NullMarked
package dev.edgewise.benchmarks.throughput.extender;

import org.jspecify.annotations.NullMarked;
