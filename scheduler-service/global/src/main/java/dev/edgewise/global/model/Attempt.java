package dev.edgewise.global.model;

import java.time.Instant;

/**
 * The record of one attempt. It is written before the first object is created in the cluster, so that the replica that continues knows where to look.
 *
 * @param number counts the attempts of a request from 1
 * @param round counts the passes over the whole expression from 0; a pass without success is one failure of the request
 * @param level index of the level, from 0
 * @param clusterUid uid of the member's namespace {@code kube-system}: a cluster that was replaced by another under its name is not the same
 * @param deadline when it must be ready
 * @param since when it entered its phase
 * @param reason why it is in this phase, for people; at most 500 characters
 */
public record Attempt(
        int number,
        int round,
        int level,
        String cluster,
        String clusterUid,
        AttemptPhase phase,
        Instant startedAt,
        Instant deadline,
        Instant since,
        String reason) {
    private static final int LONGEST_REASON = 500;

    public Attempt {
        reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
    }

    /** Returns the attempt in another phase. */
    public Attempt in(AttemptPhase next, String why, Instant at) {
        return new Attempt(number, round, level, cluster, clusterUid, next, startedAt, deadline, at, why);
    }
}
