/** Nodes and pods on the API server, and what became of them. */
@NullMarked
package dev.edgewise.benchmarks.throughput.load;

import org.jspecify.annotations.NullMarked;
