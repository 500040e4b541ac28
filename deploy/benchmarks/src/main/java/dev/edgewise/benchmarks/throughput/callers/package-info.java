/** Callers of a scheduler's REST interface who ask for as much as they may. */
@NullMarked
package dev.edgewise.benchmarks.throughput.callers;

import org.jspecify.annotations.NullMarked;
