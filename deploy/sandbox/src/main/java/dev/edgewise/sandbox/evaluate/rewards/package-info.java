/**
 * Experiments with the failures that reward-monitor's learning avoids on a simulated cluster whose nodes go bad and
 * heal.
 */
@NullMarked
package dev.edgewise.sandbox.evaluate.rewards;

import org.jspecify.annotations.NullMarked;
