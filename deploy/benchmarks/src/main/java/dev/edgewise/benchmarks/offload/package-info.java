/** What it costs to plan where functions should be. */
@NullMarked
package dev.edgewise.benchmarks.offload;

import org.jspecify.annotations.NullMarked;
