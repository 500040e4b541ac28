/** Conversion of percentages to levels: thresholds, hysteresis and dwell time; pure. */
@NullMarked
package dev.edgewise.energy.levels;

import org.jspecify.annotations.NullMarked;
