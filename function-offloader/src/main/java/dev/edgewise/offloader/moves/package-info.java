/**
 * Moves from the reserved room to the landed replacement. What stands in the cluster is the only memory that outlives a
 * restart. Pure.
 */
@NullMarked
package dev.edgewise.offloader.moves;

import org.jspecify.annotations.NullMarked;
