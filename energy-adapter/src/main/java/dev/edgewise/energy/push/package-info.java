/** The source {@code push}: each device reports its own energy. */
@NullMarked
package dev.edgewise.energy.push;

import org.jspecify.annotations.NullMarked;
