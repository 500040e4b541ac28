/** Bursts of waiting pods against schedulers in turn: how many they bind in a second, and what that costs. */
@NullMarked
package dev.edgewise.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;
