/**
 * Computes the round-trip time of a pair of nodes from the few pairs that are measured; {@code estimates} has the
 * effective values. Pure.
 */
@NullMarked
package dev.edgewise.networkprobe.estimation;

import org.jspecify.annotations.NullMarked;
