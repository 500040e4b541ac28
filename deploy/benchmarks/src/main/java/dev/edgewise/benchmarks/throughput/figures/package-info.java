/** Times of bursts, and their comparison. */
@NullMarked
package dev.edgewise.benchmarks.throughput.figures;

import org.jspecify.annotations.NullMarked;
