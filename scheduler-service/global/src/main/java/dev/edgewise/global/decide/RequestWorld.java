package dev.edgewise.global.decide;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.Observation;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.LevelBids;
import java.time.Instant;
import java.util.Map;

/**
 * The facts that a decision about one request follows from.
 *
 * @param dispatched whether its queue has let it through
 * @param members by name
 * @param observations by number of the attempt, the last one of each; none for one that was not looked at since its record was written
 * @param bids by level, those that were asked for since the request was dispatched or its last attempt ended
 */
public record RequestWorld(
        GlobalRequest request,
        boolean dispatched,
        Map<String, Member> members,
        Map<Integer, Observation> observations,
        Map<Integer, LevelBids> bids,
        Instant now) {}
