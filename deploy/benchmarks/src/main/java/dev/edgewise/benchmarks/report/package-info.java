/** What every benchmark ends with: figures, the bars they are held against, one line of JSON. */
@NullMarked
package dev.edgewise.benchmarks.report;

import org.jspecify.annotations.NullMarked;
