/**
 * Batteries, the sun that charges them and the boards that drain them, as models: pure, for the source {@code model}
 * and for simulations.
 */
@NullMarked
package dev.edgewise.energy.battery;

import org.jspecify.annotations.NullMarked;
