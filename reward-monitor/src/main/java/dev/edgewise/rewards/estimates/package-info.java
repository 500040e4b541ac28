/** Weighted outcomes that lose weight with time; pure. */
@NullMarked
package dev.edgewise.rewards.estimates;

import org.jspecify.annotations.NullMarked;
