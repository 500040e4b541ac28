/** The energy of each node over a day; pure. */
@NullMarked
package dev.edgewise.energy.history;

import org.jspecify.annotations.NullMarked;
