package dev.edgewise.common.time;

import java.time.Clock;

/**
 * This machine's wall clock. It shows how long the machine was suspended, which a monotonic clock does not. What
 * another machine has dated is never compared with it: the {@link Clock} bean is for that.
 */
public record LocalWallClock(Clock clock) {}
