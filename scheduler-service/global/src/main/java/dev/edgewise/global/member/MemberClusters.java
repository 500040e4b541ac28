package dev.edgewise.global.member;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The member clusters: what is known of them, and what is done in them for an attempt. Each call is bounded in time and safe to repeat. */
public interface MemberClusters {
    /** Returns the members as they are known now, by name. */
    Map<String, Member> members();

    /**
     * Returns the bids of the clusters, asked at the same time; clusters that do not answer before the deadline have a bid that says so.
     *
     * @param clusters names; one that does not exist has a bid that says so
     */
    List<Bid> bids(GlobalRequest request, Collection<String> clusters, Duration within);

    /** Creates the anchor, unless it exists, and applies the manifests, as the tenant's account. Returns what is seen then. */
    Observation apply(GlobalRequest request, Attempt attempt);

    /** Returns what is seen of the attempt, and renews its anchor where the request asks for a fence. */
    Observation observe(GlobalRequest request, Attempt attempt);

    /** Deletes the anchor in the foreground, and with it what it owns. Returns what is seen then. */
    Observation delete(GlobalRequest request, Attempt attempt);
}
