/** Values of nodes over time, from CSV files. */
@NullMarked
package dev.edgewise.energy.series;

import org.jspecify.annotations.NullMarked;
