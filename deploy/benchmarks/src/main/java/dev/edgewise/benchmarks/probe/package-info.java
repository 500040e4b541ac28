/** What network-probe costs: its own process, measured from outside. */
@NullMarked
package dev.edgewise.benchmarks.probe;

import org.jspecify.annotations.NullMarked;
