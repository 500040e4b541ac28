package dev.edgewise.scheduler.queue;

/**
 * Numbers of pods in the parts of the queue.
 *
 * @param active ready to be tried
 * @param backoff wait until their backoff after a failed attempt ends
 * @param unschedulable wait for an event that could help them
 * @param gated never tried, as they have scheduling gates
 */
public record QueueCounts(int active, int backoff, int unschedulable, int gated) {}
