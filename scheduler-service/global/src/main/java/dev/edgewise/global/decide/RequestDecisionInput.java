package dev.edgewise.global.decide;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.ForgottenClusters;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.LevelBids;
import java.time.Instant;
import java.util.Map;

/**
 * The facts that a decision about one request follows from.
 *
 * @param dispatched whether its queue has let it through
 * @param members by name
 * @param forgotten the clusters that an operator has marked as forgotten
 * @param observations by number of the attempt, the last one of each; none for one that was not looked at since its
 *     record was written
 * @param ages by number of the attempt; none for one that has just become known
 * @param bids by level, those that were asked for since the request was dispatched or its last attempt ended
 */
public record RequestDecisionInput(
        GlobalRequest request,
        boolean dispatched,
        Map<String, Member> members,
        ForgottenClusters forgotten,
        Map<Integer, AttemptObservation> observations,
        Map<Integer, AttemptAge> ages,
        Map<Integer, LevelBids> bids,
        Instant now) {
    /** Makes the input of a replica that has just become the request's, with no cluster to forget. */
    public RequestDecisionInput(
            GlobalRequest request,
            boolean dispatched,
            Map<String, Member> members,
            Map<Integer, AttemptObservation> observations,
            Map<Integer, LevelBids> bids,
            Instant now) {
        this(request, dispatched, members, ForgottenClusters.NONE, observations, Map.of(), bids, now);
    }

    /** Returns the input with another version of the request. */
    public RequestDecisionInput with(GlobalRequest changed) {
        return new RequestDecisionInput(changed, dispatched, members, forgotten, observations, ages, bids, now);
    }
}
