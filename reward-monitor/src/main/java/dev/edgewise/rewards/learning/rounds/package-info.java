/**
 * The evaluation of what is due, in rounds: it closes and opens nodes, and decides which rewards and ledgers are
 * written; pure.
 */
@NullMarked
package dev.edgewise.rewards.learning.rounds;

import org.jspecify.annotations.NullMarked;
