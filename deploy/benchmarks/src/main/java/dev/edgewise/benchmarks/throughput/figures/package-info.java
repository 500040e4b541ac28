/** What bursts took, compared. */
@NullMarked
package dev.edgewise.benchmarks.throughput.figures;

import org.jspecify.annotations.NullMarked;
