package dev.edgewise.global.decide;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.Observation;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision about one request follows from.
 *
 * @param dispatched whether its queue has let it through
 * @param members by name
 * @param observations of attempts that may have objects, by number; none for one that was not looked at since it was written
 * @param bids of the level that is tried now; null if they were not asked for
 */
public record RequestWorld(
        GlobalRequest request,
        boolean dispatched,
        Map<String, Member> members,
        Map<Integer, Observation> observations,
        @Nullable List<Bid> bids,
        Instant now) {}
