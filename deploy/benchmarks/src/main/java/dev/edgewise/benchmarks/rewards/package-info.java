/** Benchmarks of tracking the pods of a large cluster. */
@NullMarked
package dev.edgewise.benchmarks.rewards;

import org.jspecify.annotations.NullMarked;
