package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.queue.PodTakenFromQueue;
import dev.edgewise.scheduler.state.Snapshot;

/**
 * One try to place a pod.
 *
 * @param pod as the state knew it when it was tried
 * @param begunAt a reading of the cycle's ticker
 */
record SchedulingAttempt(PodTakenFromQueue queued, Pod pod, String profile, Snapshot snapshot, long begunAt) {}
