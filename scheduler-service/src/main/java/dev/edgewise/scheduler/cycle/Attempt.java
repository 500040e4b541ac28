package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.queue.QueuedPod;
import java.time.Instant;

/**
 * One try to place a pod.
 *
 * @param pod as the state knew it when it was tried
 */
record Attempt(QueuedPod queued, Pod pod, String profile, Snapshot snapshot, Instant startedAt) {}
