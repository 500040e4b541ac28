/** What is learned of each type of pods on each node: facts of pods in, ledgers and rewards out; pure. */
@NullMarked
package dev.edgewise.rewards.learning;

import org.jspecify.annotations.NullMarked;
