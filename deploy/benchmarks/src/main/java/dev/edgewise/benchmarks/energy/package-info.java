/** Benchmarks of tracking the energy of many nodes. */
@NullMarked
package dev.edgewise.benchmarks.energy;

import org.jspecify.annotations.NullMarked;
