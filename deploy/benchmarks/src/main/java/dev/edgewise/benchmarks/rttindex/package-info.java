/** How long it takes until new round-trip times can be asked. */
@NullMarked
package dev.edgewise.benchmarks.rttindex;

import org.jspecify.annotations.NullMarked;
