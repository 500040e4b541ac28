/** The source {@code trace}: percentages over time from a file. */
@NullMarked
package dev.edgewise.energy.trace;

import org.jspecify.annotations.NullMarked;
