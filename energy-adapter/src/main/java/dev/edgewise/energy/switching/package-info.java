/** The source {@code switch}: levels that change places at a fixed interval, as in the prototype. */
@NullMarked
package dev.edgewise.energy.switching;

import org.jspecify.annotations.NullMarked;
