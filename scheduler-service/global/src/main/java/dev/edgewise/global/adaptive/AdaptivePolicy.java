package dev.edgewise.global.adaptive;

import dev.edgewise.global.adaptive.AdaptiveDecision.Outcome;
import dev.edgewise.global.decide.RequestDecisionInput;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses by which policy the clusters of a level are ranked, and learns from what follows. Learns from each request
 * whose policy is one of those that it chooses from. What it knows is in the memory of this replica, and begins again
 * with a restart. Thread-safe.
 */
public final class AdaptivePolicy {
    /** The policies that are chosen from. */
    static final List<PolicyType> ARMS =
            List.of(PolicyType.MOST_AVAILABLE, PolicyType.LOW_LATENCY, PolicyType.COST, PolicyType.ENERGY);

    private static final int MOST_OPEN = 20_000;
    private static final double SECONDS_OF_HOUR = 3600;
    private static final double MILLIS_OF_SECOND = 1000;

    private final AdaptiveMode mode;
    private final int kept;
    private final DiscountedBandit bandit;
    private final RandomGenerator random;
    /** Decisions whose attempt has not ended, by request and level: the oldest leaves where there are too many. */
    private final Map<String, AdaptiveDecision> open = new LinkedHashMap<>();

    private final Deque<AdaptiveDecision> ended = new ArrayDeque<>();

    AdaptivePolicy(AdaptiveProperties properties, RandomGenerator random) {
        this.mode = properties.mode();
        this.kept = properties.kept();
        this.random = random;
        this.bandit = new DiscountedBandit(
                ARMS.size(),
                LevelFeatures.NAMES.size(),
                properties.exploration(),
                properties.confidence(),
                properties.halfLife().toSeconds() / SECONDS_OF_HOUR);
    }

    AdaptiveMode mode() {
        return mode;
    }

    /**
     * Returns the input with the chosen policy, of the level with the latest bids, in place of ADAPTIVE; the same input
     * if none is chosen.
     */
    public RequestDecisionInput prepare(RequestDecisionInput input) {
        PolicyType asked = input.request().spec().policy().type();
        LevelBids level = input.bids().values().stream()
                .max(Comparator.comparing(LevelBids::madeAt))
                .orElse(null);
        boolean isLearnt = asked == PolicyType.ADAPTIVE || ARMS.contains(asked);
        if (mode == AdaptiveMode.OFF || !isLearnt || level == null || accepted(level) < 2) {
            return input;
        }
        int usedArm = usedArm(input, level, asked);
        return asked != PolicyType.ADAPTIVE || mode != AdaptiveMode.ON ? input : with(input, ARMS.get(usedArm));
    }

    private static long accepted(LevelBids level) {
        return level.bids().stream().filter(Bid::isAccepted).count();
    }

    /**
     * Returns the index of the policy by which the bids are ranked. It stays the same for the same bids: a request is
     * decided about several times.
     */
    private synchronized int usedArm(RequestDecisionInput input, LevelBids level, PolicyType asked) {
        GlobalRequest request = input.request();
        String key = key(request, level.level());
        AdaptiveDecision known = open.get(key);
        if (known != null && known.at().equals(level.madeAt())) {
            return known.usedArm();
        }
        double[] context = LevelFeatures.of(request, level);
        BanditChoice choice = bandit.choose(context, random);
        boolean isActing = asked == PolicyType.ADAPTIVE && mode == AdaptiveMode.ON;
        int usedArm = isActing ? choice.arm() : Math.max(0, ARMS.indexOf(asked));
        double propensity = isActing ? choice.propensity() : 1;
        open.remove(key);
        open.put(
                key,
                new AdaptiveDecision(
                        level.madeAt(),
                        request.key(),
                        request.uid(),
                        0,
                        level.level(),
                        context,
                        choice,
                        usedArm,
                        propensity,
                        "",
                        null));
        if (open.size() > MOST_OPEN) {
            open.remove(open.keySet().iterator().next());
        }
        return usedArm;
    }

    private static String key(GlobalRequest request, int level) {
        return request.uid() + "/" + level;
    }

    private static RequestDecisionInput with(RequestDecisionInput input, PolicyType type) {
        GlobalRequest request = input.request();
        RequestSpec spec = request.spec();
        Policy policy = spec.policy();
        RequestSpec chosen = new RequestSpec(
                spec.manifests(),
                new Policy(
                        type,
                        policy.sourceCluster(),
                        policy.sourceNode(),
                        policy.sourcePod(),
                        policy.resource(),
                        policy.node(),
                        policy.call()),
                spec.clusters(),
                spec.priority(),
                spec.readyWithin(),
                spec.deadline(),
                spec.onUnreachable(),
                spec.callback(),
                spec.targetNamespace(),
                spec.serviceAccount(),
                spec.cancelled());
        GlobalRequest changed = new GlobalRequest(
                request.key(),
                request.uid(),
                request.resourceVersion(),
                request.generation(),
                request.createdAt(),
                request.deleting(),
                chosen,
                request.problem(),
                request.status());
        return input.with(changed);
    }

    /**
     * Learns from a status that was written: attempts that have begun are of the choice before, those that have ended
     * are outcomes.
     */
    public void written(GlobalRequest request, RequestStatus status) {
        if (mode == AdaptiveMode.OFF) {
            return;
        }
        for (Attempt attempt : status.attempts()) {
            Attempt before = request.status().attempts().stream()
                    .filter(one -> one.number() == attempt.number())
                    .findFirst()
                    .orElse(null);
            if (before == null) {
                begun(request, attempt);
            } else if (before.phase() == AttemptPhase.TRYING && attempt.phase() != AttemptPhase.TRYING) {
                outcome(request, attempt);
            }
        }
    }

    private synchronized void begun(GlobalRequest request, Attempt attempt) {
        open.computeIfPresent(
                key(request, attempt.level()),
                (key, decision) ->
                        decision.attempt() == 0 ? decision.followedBy(attempt.number(), attempt.cluster()) : decision);
    }

    /** An attempt that was given up because the request is not wanted any more says nothing about its cluster. */
    private synchronized void outcome(GlobalRequest request, Attempt attempt) {
        String key = key(request, attempt.level());
        AdaptiveDecision decision = open.get(key);
        if (decision == null || decision.attempt() != attempt.number()) {
            return;
        }
        open.remove(key);
        if (attempt.phase() != AttemptPhase.READY && (request.spec().cancelled() || request.deleting())) {
            return;
        }
        AdaptiveDecision known = decision.ended(outcome(request, attempt, attempt.phase() == AttemptPhase.READY));
        Outcome how = known.outcome();
        if (how != null) {
            bandit.learn(
                    known.usedArm(),
                    known.context(),
                    how.reward(),
                    attempt.since().getEpochSecond() / SECONDS_OF_HOUR);
            ended.addLast(known);
            if (ended.size() > kept) {
                ended.removeFirst();
            }
        }
    }

    private static Outcome outcome(GlobalRequest request, Attempt attempt, boolean ready) {
        double longest = request.spec().readyWithin().toMillis() / MILLIS_OF_SECOND;
        double start = ready ? seconds(attempt.startedAt(), attempt.since()) : longest;
        double wait = seconds(request.createdAt(), attempt.startedAt());
        double reward = ready ? 1 - Math.min(1, start / longest) : 0;
        return new Outcome(ready, wait, start, seconds(request.createdAt(), attempt.since()), reward);
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis() / MILLIS_OF_SECOND);
    }

    /** Returns the decisions that have ended, the oldest first. */
    synchronized List<AdaptiveDecision> decisions() {
        return new ArrayList<>(ended);
    }

    /** Returns how many outcomes of each policy count, older ones as fractions. */
    synchronized double[] weights() {
        double[] weights = new double[ARMS.size()];
        for (int arm = 0; arm < weights.length; arm++) {
            weights[arm] = bandit.weight(arm);
        }
        return weights;
    }

    /** Returns the decision about a level of a request, or the last one that has ended; null if there is none. */
    synchronized @Nullable AdaptiveDecision decision(GlobalRequest request, int level) {
        AdaptiveDecision running = open.get(key(request, level));
        if (running != null) {
            return running;
        }
        return ended.stream()
                .filter(one -> one.uid().equals(request.uid()) && one.level() == level)
                .reduce((earlier, later) -> later)
                .orElse(null);
    }
}
