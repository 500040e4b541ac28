/** The pause of all moves, which holds for all replicas and outlives restarts. */
@NullMarked
package dev.edgewise.offloader.rounds.pause;

import org.jspecify.annotations.NullMarked;
