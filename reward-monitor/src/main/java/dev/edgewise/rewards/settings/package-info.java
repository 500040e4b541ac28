/** The settings of the monitor, as its user writes them. */
@NullMarked
package dev.edgewise.rewards.settings;

import org.jspecify.annotations.NullMarked;
