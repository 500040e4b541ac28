package dev.edgewise.scheduler.delay;

/**
 * A pair of nodes for which only a measurement can show whether it meets a need.
 *
 * @param micros what it most likely takes, in microseconds
 * @param samples how many answered probes it takes; 0: any
 */
public record UndecidedPair(String from, String to, long micros, int samples) {}
