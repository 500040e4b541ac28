/** Benchmarks of batch slots: the gaps between jobs, killed leaders, memory and start. */
@NullMarked
package dev.edgewise.benchmarks.slots;

import org.jspecify.annotations.NullMarked;
