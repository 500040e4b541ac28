/**
 * The learner: takes facts of pods and nodes, and returns ledgers and rewards; pure. {@code facts} come in here and
 * change {@code state}, {@code rounds} evaluates the state by {@code value}, {@code ledger} has the form in which it is
 * stored, and {@code view} shows it.
 */
@NullMarked
package dev.edgewise.rewards.learning;

import org.jspecify.annotations.NullMarked;
