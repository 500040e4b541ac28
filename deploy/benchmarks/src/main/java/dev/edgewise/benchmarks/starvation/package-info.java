/** Benchmarks of the time that a pod that fits waits beside thousands that do not. */
@NullMarked
package dev.edgewise.benchmarks.starvation;

import org.jspecify.annotations.NullMarked;
