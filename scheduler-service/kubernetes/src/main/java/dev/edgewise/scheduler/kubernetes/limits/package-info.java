/**
 * Bounds the cost of one object of the API server: its weight in memory, its quantities, and equal values that are kept
 * once.
 */
@NullMarked
package dev.edgewise.scheduler.kubernetes.limits;

import org.jspecify.annotations.NullMarked;
