/** Full nodes, urgent pods that need room on them, and how long the attempts to find it took. */
@NullMarked
package dev.edgewise.benchmarks.throughput.preemption;

import org.jspecify.annotations.NullMarked;
