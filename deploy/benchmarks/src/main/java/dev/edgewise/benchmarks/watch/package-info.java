/** Benchmark of the watch of pods. */
@NullMarked
package dev.edgewise.benchmarks.watch;

import org.jspecify.annotations.NullMarked;
