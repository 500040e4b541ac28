/** Benchmarks of planning the placement of functions. */
@NullMarked
package dev.edgewise.benchmarks.offload;

import org.jspecify.annotations.NullMarked;
