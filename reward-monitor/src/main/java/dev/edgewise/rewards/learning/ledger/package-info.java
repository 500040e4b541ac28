/** What is stored of a type on a node: its ledger, which outlives the process, and its form in JSON; pure. */
@NullMarked
package dev.edgewise.rewards.learning.ledger;

import org.jspecify.annotations.NullMarked;
