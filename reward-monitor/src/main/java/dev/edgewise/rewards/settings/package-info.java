/** The settings of the monitor, as operators write them. */
@NullMarked
package dev.edgewise.rewards.settings;

import org.jspecify.annotations.NullMarked;
