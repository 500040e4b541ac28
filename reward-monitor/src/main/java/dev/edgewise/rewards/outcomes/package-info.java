/** From the states of a pod and its Warning events to outcomes of its lives; pure. */
@NullMarked
package dev.edgewise.rewards.outcomes;

import org.jspecify.annotations.NullMarked;
