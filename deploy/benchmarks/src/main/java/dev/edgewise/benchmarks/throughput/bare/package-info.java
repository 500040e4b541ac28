/** A scheduler that decides nothing: what binding and announcing alone takes. */
@NullMarked
package dev.edgewise.benchmarks.throughput.bare;

import org.jspecify.annotations.NullMarked;
