/** Starts one benchmark by its name. */
@NullMarked
package dev.edgewise.benchmarks;

import org.jspecify.annotations.NullMarked;
