/** Benchmarks of the time until new round-trip times can be read. */
@NullMarked
package dev.edgewise.benchmarks.rttindex;

import org.jspecify.annotations.NullMarked;
