/** Benchmarks of network-probe's cost: its own process, measured from outside. */
@NullMarked
package dev.edgewise.benchmarks.probe;

import org.jspecify.annotations.NullMarked;
