/** Gives each service its signal stores, in Redis or, for a laptop, in memory, as {@code edgewise.store} says. */
@NullMarked
package dev.edgewise.common.signal.autoconfigure;

import org.jspecify.annotations.NullMarked;
