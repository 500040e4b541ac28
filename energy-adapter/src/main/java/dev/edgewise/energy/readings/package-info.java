/** Measurements of sources, and the readings that follow from them; pure. */
@NullMarked
package dev.edgewise.energy.readings;

import org.jspecify.annotations.NullMarked;
