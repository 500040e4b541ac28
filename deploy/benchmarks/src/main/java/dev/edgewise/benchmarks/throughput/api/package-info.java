/** The API server as benchmarks load and observe it. */
@NullMarked
package dev.edgewise.benchmarks.throughput.api;

import org.jspecify.annotations.NullMarked;
