/** The whole scheduler on measured delays and a real API server. */
@NullMarked
package dev.edgewise.benchmarks.planetlab;

import org.jspecify.annotations.NullMarked;
