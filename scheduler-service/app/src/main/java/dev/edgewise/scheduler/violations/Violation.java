package dev.edgewise.scheduler.violations;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.BrokenDelayNeed;

/**
 * A bound pod whose node does not meet its delay needs now.
 *
 * @param pod as it was when that was found
 * @param need the need that is broken worst
 * @param since when the first check found one broken: reading of a monotonic clock, in ns
 */
public record Violation(Pod pod, BrokenDelayNeed need, long since) {}
