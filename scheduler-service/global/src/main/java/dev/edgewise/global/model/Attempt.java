package dev.edgewise.global.model;

import java.time.Instant;

/**
 * The record of one attempt. It is written before the first object is created in the cluster, so that the replica that
 * continues knows where to look.
 *
 * @param number counts the attempts of a request from 1
 * @param round counts the passes over the whole expression from 0; a pass without success is one failure of the request
 * @param level index of the level, from 0
 * @param clusterUid uid of the member's namespace {@code kube-system}: a cluster that was replaced by another under its
 *     name is not the same
 * @param deadline when it must be ready
 * @param since when it entered its phase
 * @param reason why it is in this phase, for people; at most 500 characters
 * @param manifests hash of the documents that it applies; empty until it is known
 * @param replacedBy uid of the cluster that answers under the name of the attempt's own; empty for none
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
        String reason,
        String manifests,
        String replacedBy) {
    private static final int LONGEST_REASON = 500;

    public Attempt {
        reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
    }

    /** Makes an attempt whose cluster has not answered yet. */
    public Attempt(
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
        this(number, round, level, cluster, clusterUid, phase, startedAt, deadline, since, reason, "", "");
    }

    /** Returns the attempt in another phase. */
    public Attempt in(AttemptPhase next, String why, Instant at) {
        return new Attempt(
                number,
                round,
                level,
                cluster,
                clusterUid,
                next,
                startedAt,
                deadline,
                at,
                why,
                manifests,
                next.isOver() ? "" : replacedBy);
    }

    /** Returns the attempt with what its cluster was seen to have applied; the first hash that is known stays. */
    public Attempt applying(String hash) {
        return manifests.isEmpty() && !hash.isEmpty() ? with(hash, replacedBy) : this;
    }

    /**
     * Returns the attempt with the uid of the cluster that answers under the name of its own; empty if its own does.
     */
    public Attempt replacedBy(String uid) {
        return uid.equals(replacedBy) ? this : with(manifests, uid);
    }

    private Attempt with(String hash, String uid) {
        return new Attempt(
                number, round, level, cluster, clusterUid, phase, startedAt, deadline, since, reason, hash, uid);
    }
}
