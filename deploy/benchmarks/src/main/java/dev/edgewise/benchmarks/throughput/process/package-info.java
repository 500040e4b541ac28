/** Processes of this machine: started, suspended, measured, stopped. */
@NullMarked
package dev.edgewise.benchmarks.throughput.process;

import org.jspecify.annotations.NullMarked;
