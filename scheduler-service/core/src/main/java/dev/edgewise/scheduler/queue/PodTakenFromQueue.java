package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.model.Pod;

/**
 * A pod that was taken from the queue to be tried. The caller hands it back with one of {@link SchedulingQueue#done},
 * {@link SchedulingQueue#retry}, {@link SchedulingQueue#requeueUnschedulable} and {@link
 * SchedulingQueue#awaitPreemption}.
 *
 * @param pod as it was when it was taken
 * @param attempts how often it was tried, this time included; at least 1
 * @param since when it entered the queue, ungated, for the first time; a reading of the queue's ticker
 * @param sequenceNumber number of its entry: distinguishes it from an earlier or later pod with the same name
 */
public record PodTakenFromQueue(Pod pod, int attempts, long since, long sequenceNumber) {}
