package dev.edgewise.global.decide;

import java.time.Duration;

/**
 * The time that this replica has known of an attempt, by its own monotonic clock. Times that other replicas wrote are
 * not compared with it.
 *
 * @param inPhase since it first knew of the attempt's phase
 * @param otherCluster since another cluster than the attempt's own answers without a break; zero if its own does
 */
public record AttemptAge(Duration inPhase, Duration otherCluster) {
    /** The age of an attempt that has just become known. */
    public static final AttemptAge NEW = new AttemptAge(Duration.ZERO, Duration.ZERO);
}
