/** Moves as they are carried out: reserved, evicted, landed, recorded, and remembered for the next leader. */
@NullMarked
package dev.edgewise.offloader.rounds.execution;

import org.jspecify.annotations.NullMarked;
