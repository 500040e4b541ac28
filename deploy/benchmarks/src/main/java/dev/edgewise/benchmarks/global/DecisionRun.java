package dev.edgewise.benchmarks.global;

import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.ClusterDelays;
import dev.edgewise.global.cluster.FreeShare;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.decide.AttemptProperties;
import dev.edgewise.global.decide.NextRequestStep;
import dev.edgewise.global.decide.RequestAction;
import dev.edgewise.global.decide.RequestDecider;
import dev.edgewise.global.decide.RequestDecisionInput;
import dev.edgewise.global.expression.ClusterLevelExpression;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import dev.edgewise.global.policy.PolicyRanker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * Decides requests one after the other, on one thread: which clusters are asked, their bids from the summaries less
 * what was promised, the choice, and the promise. Every request names all clusters in one level, so that all of them
 * bid.
 */
final class DecisionRun {
    private static final PolicyType[] POLICIES = {
        PolicyType.LOW_LATENCY, PolicyType.MOST_AVAILABLE, PolicyType.MOST_REQUESTED, PolicyType.COST, PolicyType.ENERGY
    };
    private static final Duration BETWEEN = Duration.ofMillis(2);
    private static final Duration PROMISED = Duration.ofSeconds(60);
    private static final long MIB = 1L << 20;

    private final Map<String, Member> members;
    private final ClusterLevelExpression expression;
    private final PromisedCapacity promised = new PromisedCapacity(PROMISED);
    private final RequestDecider decider = new RequestDecider(
            new PolicyRanker(),
            new AttemptProperties(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(5),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(60)),
            5);
    private final Random random;
    private Instant now;
    private int number;

    DecisionRun(Map<String, Member> members, Random random, Instant start) {
        this.members = members;
        this.expression = new ClusterLevelExpression(List.of(List.copyOf(members.keySet())));
        this.random = random;
        this.now = start;
    }

    /** Decides the next request, and returns how long that took, in ns. */
    long decide() {
        now = now.plus(BETWEEN);
        GlobalRequest request = request();
        List<PodShape> shapes = shapes();
        long began = System.nanoTime();
        Attempt chosen = choose(request, shapes);
        long took = System.nanoTime() - began;
        Member member = Objects.requireNonNull(members.get(chosen.cluster()));
        if (PodSetFitCounter.sets(Objects.requireNonNull(member.capacity()), shapes) == 0) {
            throw new IllegalStateException(chosen.cluster() + " was chosen, and takes none of " + shapes);
        }
        return took;
    }

    private Attempt choose(GlobalRequest request, List<PodShape> shapes) {
        NextRequestStep asks =
                decider.decide(new RequestDecisionInput(request, true, members, Map.of(), Map.of(), now));
        RequestAction.AskForBids question =
                (RequestAction.AskForBids) asks.actions().get(0);
        List<Bid> bids = new ArrayList<>(question.clusters().size());
        for (String cluster : question.clusters()) {
            bids.add(bid(request.spec().policy(), Objects.requireNonNull(members.get(cluster)), shapes));
        }
        LevelBids level = new LevelBids(question.level(), now, bids);
        NextRequestStep decision = decider.decide(
                new RequestDecisionInput(request, true, members, Map.of(), Map.of(question.level(), level), now));
        Attempt attempt = decision.status().attempts().get(0);
        promised.promise(attempt.cluster(), request.uid(), shapes, now);
        return attempt;
    }

    private Bid bid(Policy policy, Member member, List<PodShape> shapes) {
        Instant at = Objects.requireNonNull(member.capacityAt());
        ClusterCapacity rest = promised.deduct(member.name(), Objects.requireNonNull(member.capacity()), at, now);
        int fits = PodSetFitCounter.sets(rest, shapes);
        return new Bid(
                member.name(),
                fits,
                FreeShare.share(rest, policy.resource(), shapes),
                ClusterDelays.NONE.toMember(policy, "", member),
                member.cost(),
                member.energyPercent(),
                now,
                fits > 0 ? "" : "its pods do not fit");
    }

    /** Three in four requests have pods of one size, as a Deployment does; the others have two. */
    private List<PodShape> shapes() {
        PodShape first =
                new PodShape(1 + random.nextInt(5), 250L << random.nextInt(4), (256 * MIB) << random.nextInt(4), 0);
        return random.nextInt(4) > 0
                ? List.of(first)
                : List.of(first, new PodShape(1 + random.nextInt(3), 1_000, 1_024 * MIB, 0));
    }

    private GlobalRequest request() {
        number++;
        RequestSpec spec = new RequestSpec(
                ManifestSource.inline(""),
                Policy.of(POLICIES[number % POLICIES.length]),
                expression,
                RequestQueuePriority.BASE,
                Duration.ofMinutes(2),
                null,
                OnUnreachable.WAIT,
                null,
                "team",
                "default",
                false);
        RequestKey key = new RequestKey("team", "r" + number);
        return new GlobalRequest(key, "uid-" + number, "1", 1, now, false, spec, null, RequestStatus.NEW);
    }
}
