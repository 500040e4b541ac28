/** The causes of outcomes, and fingerprints of what was counted; pure. */
@NullMarked
package dev.edgewise.rewards.outcomes;

import org.jspecify.annotations.NullMarked;
