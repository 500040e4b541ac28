/** What sources measured, and the readings that follow from it; pure. */
@NullMarked
package dev.edgewise.energy.readings;

import org.jspecify.annotations.NullMarked;
