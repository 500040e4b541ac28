/** What if: where many pods would go, one after the other, without some that run now and beside room kept for others. */
@NullMarked
package dev.edgewise.scheduler.simulation;

import org.jspecify.annotations.NullMarked;
