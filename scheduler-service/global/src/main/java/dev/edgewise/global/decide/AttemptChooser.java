package dev.edgewise.global.decide;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.decide.RequestAction.AskForBids;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.ClusterRanker;
import dev.edgewise.global.policy.LevelBids;
import dev.edgewise.global.policy.RankedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chooses the cluster that a request tries next in its round; with the policy for a set of clusters, all of them. */
final class AttemptChooser {
    private final ClusterRanker ranker;
    private final Duration bidsValid;
    private final RequestDecisionInput input;
    private final GlobalRequest request;
    private final List<Attempt> attempts;
    private final int round;
    private final List<String> refusals = new ArrayList<>();

    /** @param attempts as they are after this decision's steps */
    AttemptChooser(ClusterRanker ranker, Duration bidsValid, RequestDecisionInput input, List<Attempt> attempts) {
        this.ranker = ranker;
        this.bidsValid = bidsValid;
        this.input = input;
        this.request = input.request();
        this.attempts = attempts;
        this.round = request.status().failures();
    }

    AttemptChoice choose(RequestClusterLevels levels) {
        int current = levels.isSet() ? 0 : currentLevel();
        for (int level = 0; level < levels.names().size(); level++) {
            List<String> candidates = candidates(levels.names().get(level));
            AttemptChoice choice = level < current || candidates.isEmpty() ? null : inLevel(levels, level, candidates);
            if (choice != null) {
                return choice;
            }
        }
        return new AttemptChoice(List.of(), null, refusals);
    }

    private @Nullable AttemptChoice inLevel(RequestClusterLevels levels, int level, List<String> candidates) {
        if (levels.isSet()) {
            List<Attempt> all = new ArrayList<>();
            candidates.forEach(cluster -> all.add(attempt(all.size(), level, cluster, "is in the set of clusters")));
            return new AttemptChoice(all, null, refusals);
        }
        if (!levels.hasBids()) {
            Attempt first = attempt(0, level, candidates.get(0), "was selected by the request");
            return new AttemptChoice(List.of(first), null, refusals);
        }
        return byBids(level, candidates);
    }

    /** Returns null if all clusters of the level have refused. */
    private @Nullable AttemptChoice byBids(int level, List<String> candidates) {
        LevelBids bids = input.bids().get(level);
        AttemptChoice question = new AttemptChoice(List.of(), new AskForBids(level, candidates), refusals);
        if (bids == null || !names(bids).containsAll(candidates)) {
            return question;
        }
        List<Bid> ofCandidates = bids.bids().stream()
                .filter(bid -> candidates.contains(bid.cluster()))
                .toList();
        List<RankedCluster> ranked = ranker.rank(request.spec().policy(), ofCandidates);
        if (ranked.isEmpty()) {
            ofCandidates.forEach(bid -> refusals.add(
                    bid.cluster() + ": " + (bid.isAccepted() ? "the policy cannot rank it" : bid.refusal())));
            return null;
        }
        if (!input.now().isBefore(bids.madeAt().plus(bidsValid))) {
            return question;
        }
        RankedCluster best = ranked.get(0);
        Attempt attempt = attempt(0, level, best.bid().cluster(), best.why());
        return new AttemptChoice(List.of(attempt), null, refusals);
    }

    private static Set<String> names(LevelBids bids) {
        Set<String> names = new HashSet<>();
        bids.bids().forEach(bid -> names.add(bid.cluster()));
        return names;
    }

    private int currentLevel() {
        return attempts.stream()
                .filter(attempt -> attempt.round() == round)
                .mapToInt(Attempt::level)
                .max()
                .orElse(0);
    }

    private List<String> candidates(List<String> names) {
        List<String> candidates = new ArrayList<>();
        for (String name : names) {
            String refusal = refusal(name);
            if (refusal.isEmpty()) {
                candidates.add(name);
            } else {
                refusals.add(name + ": " + refusal);
            }
        }
        return candidates;
    }

    /** Returns why the cluster cannot be tried now; empty if it can. */
    private String refusal(String cluster) {
        for (Attempt attempt : attempts) {
            boolean isSame = attempt.cluster().equals(cluster);
            if (isSame && attempt.phase() == AttemptPhase.READY) {
                return "has the work already";
            }
            if (isSame && !attempt.phase().isOver()) {
                return "is still to be cleaned of attempt " + attempt.number();
            }
            if (isSame && attempt.round() == round) {
                return attempt.reason().isEmpty() ? "was tried" : attempt.reason();
            }
        }
        Member member = input.members().get(cluster);
        if (member == null) {
            return "no such cluster is registered";
        }
        if (!member.mayBeUsedBy(request.key().namespace())) {
            return "may not be used by namespace " + request.key().namespace() + ": the annotation "
                    + GlobalRequestObjectNames.NAMESPACES_ANNOTATION + " of its Secret must name it, or be *";
        }
        if (!member.problem().isEmpty()) {
            return member.problem();
        }
        if (input.forgotten().isMarked(cluster, member.uid())) {
            return "is a cluster that an operator has marked as forgotten";
        }
        return !member.reachable() || member.uid().isEmpty() ? "is unreachable" : "";
    }

    private Attempt attempt(int offset, int level, String cluster, String why) {
        Instant deadline = input.now().plus(request.spec().readyWithin());
        Instant last = RequestTargetState.deadline(request);
        return new Attempt(
                AttemptHistory.nextNumber(attempts) + offset,
                round,
                level,
                cluster,
                Objects.requireNonNull(input.members().get(cluster)).uid(),
                AttemptPhase.TRYING,
                input.now(),
                last != null && last.isBefore(deadline) ? last : deadline,
                input.now(),
                why);
    }
}
