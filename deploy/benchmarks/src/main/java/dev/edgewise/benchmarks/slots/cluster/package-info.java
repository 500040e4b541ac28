/** The kinds of batch slots, and testbeds, in the cluster of a benchmark. */
@NullMarked
package dev.edgewise.benchmarks.slots.cluster;

import org.jspecify.annotations.NullMarked;
