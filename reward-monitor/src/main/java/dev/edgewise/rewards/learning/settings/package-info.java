/** The settings of learning, checked. */
@NullMarked
package dev.edgewise.rewards.learning.settings;

import org.jspecify.annotations.NullMarked;
