/**
 * Simulates the placement of many pods, one after the other, without some that run now and beside capacity kept for
 * others.
 */
@NullMarked
package dev.edgewise.scheduler.simulation;

import org.jspecify.annotations.NullMarked;
