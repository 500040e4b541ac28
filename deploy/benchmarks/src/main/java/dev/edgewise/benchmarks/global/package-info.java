/** Decisions of the global scheduler in memory. */
@NullMarked
package dev.edgewise.benchmarks.global;

import org.jspecify.annotations.NullMarked;
