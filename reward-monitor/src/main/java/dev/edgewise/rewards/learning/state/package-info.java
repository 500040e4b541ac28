/**
 * The state of the learner: types, nodes, pods, and each type on each node; all changes of it are methods here. Pure.
 */
@NullMarked
package dev.edgewise.rewards.learning.state;

import org.jspecify.annotations.NullMarked;
