/** Measures what one step costs, and on what it depends. */
@NullMarked
package dev.edgewise.scheduler.cost;

import org.jspecify.annotations.NullMarked;
