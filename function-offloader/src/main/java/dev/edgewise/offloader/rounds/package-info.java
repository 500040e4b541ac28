/** The leader's loop: looks, plans, asks the scheduler, moves, and sees the replacements land. */
@NullMarked
package dev.edgewise.offloader.rounds;

import org.jspecify.annotations.NullMarked;
