package dev.edgewise.global.member;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The member clusters: what is known of them, and what is done in them for an attempt. Each call is bounded in time and
 * safe to repeat, at any later moment, too. No call changes anything in a cluster whose uid is not the attempt's.
 */
public interface MemberClusters {
    /**
     * Whether each of these members that exist has answered, or has failed to, since this replica knows it. Before, as
     * after a start or a change of its Secret, it is neither reachable nor unreachable.
     */
    boolean areAsked(Collection<String> clusters);

    /** Returns the members as they are known now, by name. */
    Map<String, Member> members();

    /** Returns those of these members that exist, as they are known now, by name. */
    Map<String, Member> members(Collection<String> names);

    /** Returns the clusters that an operator has marked as forgotten; never one that answers. */
    default ForgottenClusters forgotten() {
        return ForgottenClusters.NONE;
    }

    /**
     * Returns the bids of the clusters, asked at the same time; clusters that do not answer before the deadline have a
     * bid that says so.
     *
     * @param clusters names; one that does not exist has a bid that says so
     */
    List<Bid> bids(GlobalRequest request, Collection<String> clusters, Duration within);

    /**
     * Creates the anchor, unless it exists; then asks {@link AttemptPhaseReader}. If the attempt is TRYING, applies the
     * manifests as the tenant's account, with the anchor that was seen as owner (by its uid, so that garbage collection
     * deletes what arrives after the anchor is gone). If it is READY, another worker was faster: changes nothing.
     * Otherwise deletes the anchor that was seen, by its uid. With a fence, the anchor expires at the moment before its
     * creation plus the duration of the fence. Returns what is seen then.
     */
    AttemptObservation apply(GlobalRequest request, Attempt attempt);

    /**
     * Returns what is seen of the attempt. With a fence, and if {@link AttemptPhaseReader} says that the attempt is
     * TRYING, lets an anchor that exists expire later: at the moment before that question plus the duration of the
     * fence, never at the moment after it.
     */
    AttemptObservation observe(GlobalRequest request, Attempt attempt);

    /**
     * Removes the expiry of the anchor, if all objects are ready still: a fence may have deleted them. Returns what is
     * seen then.
     */
    AttemptObservation release(GlobalRequest request, Attempt attempt);

    /**
     * Deletes the anchor in the foreground, and with it what it owns, and by label what cannot have an owner. Returns
     * what is seen then.
     */
    AttemptObservation delete(GlobalRequest request, Attempt attempt);
}
