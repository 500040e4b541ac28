package dev.edgewise.global.web;

import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.ClusterRanker;
import dev.edgewise.global.policy.RequestExplanation;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Asks all clusters of a request for bids, and says where it would go now. Nothing is promised or written. */
public final class RequestExplainer {
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final MemberClusters members;
    private final ClusterRanker ranker;
    private final Clock clock;

    RequestExplainer(MemberClusters members, ClusterRanker ranker, Clock clock) {
        this.members = members;
        this.ranker = ranker;
        this.clock = clock;
    }

    RequestExplanation explain(GlobalRequest request) {
        Map<String, Bid> bids = new HashMap<>();
        for (Bid bid : members.bids(request, request.spec().clusters().names(), WITHIN)) {
            bids.put(bid.cluster(), bid);
        }
        return RequestExplanation.of(request.spec().policy(), request.spec().clusters(), bids, ranker, clock.instant());
    }
}
