/** Output of every benchmark: figures, their targets, one line of JSON. */
@NullMarked
package dev.edgewise.benchmarks.report;

import org.jspecify.annotations.NullMarked;
