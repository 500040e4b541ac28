/** Benchmarks of the time of one decision, by the size of the cluster and the kind of pod. */
@NullMarked
package dev.edgewise.benchmarks.decision;

import org.jspecify.annotations.NullMarked;
