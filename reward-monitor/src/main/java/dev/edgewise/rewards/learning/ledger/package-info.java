/** The ledger of a type on a node, which is stored and outlives the process, and its codec in JSON; pure. */
@NullMarked
package dev.edgewise.rewards.learning.ledger;

import org.jspecify.annotations.NullMarked;
