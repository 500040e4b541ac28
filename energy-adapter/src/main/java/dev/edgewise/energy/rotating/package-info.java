/** Rotating levels, the source {@code switch}: nodes exchange their levels at a fixed interval, as in the prototype. */
@NullMarked
package dev.edgewise.energy.rotating;

import org.jspecify.annotations.NullMarked;
