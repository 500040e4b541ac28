/** The filter and score that keep pods off nodes on which pods of their type failed. The data are in {@code reward}. */
@NullMarked
package dev.edgewise.scheduler.avoidance;

import org.jspecify.annotations.NullMarked;
