package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.MeasurementPurpose;
import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.estimation.SiteDistanceMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Spends the budget of a window: in four batches on what gains most, with a new estimate between them, then on
 * verifications. Takes what a probe costs from its starter's budget.
 */
final class ProbeBudgetAllocator {
    static final int STEPS = 5;
    private static final int VERIFICATION_STEP = STEPS - 1;
    private static final int VERIFICATION_SHARE = 8;
    private static final int MOST_VERIFICATION_SENDERS = 64;
    private static final int MANY_NODES = 1_000;

    private final RttEstimator estimator;
    private final ProbeValueCalculator information;
    private final int budget;
    private final RandomGenerator random;
    private boolean mature;

    ProbeBudgetAllocator(RttEstimator estimator, PeersProperties settings, RandomGenerator random) {
        this.estimator = estimator;
        this.information = new ProbeValueCalculator(settings.limits());
        this.budget = settings.perNode();
        this.random = random;
    }

    /** The probes to start in a step of a window, from 0. */
    List<NodePair> next(int step, Map<Integer, PlannerNode> probers) {
        mature |= step >= VERIFICATION_STEP / 2;
        return step == VERIFICATION_STEP ? verifications(probers) : informative(step, probers);
    }

    private List<NodePair> verifications(Map<Integer, PlannerNode> probers) {
        List<PlannerNode> all = new ArrayList<>(probers.values());
        List<PlannerNode> senders = all;
        int most = all.size() * reserve();
        if (all.size() > MANY_NODES) {
            // A sender costs a search of all shortest paths from it.
            senders = random.ints(MOST_VERIFICATION_SENDERS, 0, all.size())
                    .distinct()
                    .mapToObj(all::get)
                    .toList();
            most = senders.stream().mapToInt(sender -> sender.left).sum();
        }
        return all.isEmpty() ? List.of() : new VerificationPairs(estimator, random).choose(senders, all, most);
    }

    private List<NodePair> informative(int step, Map<Integer, PlannerNode> probers) {
        List<NodePair> chosen = new ArrayList<>();
        SiteDistanceMap map = estimator.map();
        int left = probers.values().stream().mapToInt(this::spendable).sum() / (VERIFICATION_STEP - step);
        for (NodePair link : map.dueLinks()) {
            PlannerNode from = probers.get(link.from());
            if (from != null && spendable(from) > 0 && probers.containsKey(link.to())) {
                from.left--;
                chosen.add(link);
            }
        }
        MeasurementPurpose purpose =
                mature && SitePairs.exact(map) ? MeasurementPurpose.LEARN : MeasurementPurpose.EXPLORE;
        for (SitePairs.Candidate candidate : SitePairs.byValue(estimator, information, probers)) {
            if (chosen.size() >= left) {
                break;
            }
            NodePair pair = assign(candidate);
            if (pair != null) {
                chosen.add(pair);
                estimator.expect(pair, candidate.middle(), purpose);
            }
        }
        return chosen;
    }

    /**
     * Starts from the node with the largest remaining budget; its partner is any of the other site. Returns null if all
     * budgets are spent.
     */
    private @Nullable NodePair assign(SitePairs.Candidate candidate) {
        PlannerNode first = richest(candidate.first());
        PlannerNode second = richest(candidate.second());
        boolean forward = spendable(first) >= spendable(second);
        PlannerNode starter = forward ? first : second;
        List<PlannerNode> others = forward ? candidate.second() : candidate.first();
        if (spendable(starter) <= 0) {
            return null;
        }
        starter.left--;
        return new NodePair(starter.node, others.get(random.nextInt(others.size())).node);
    }

    private PlannerNode richest(List<PlannerNode> nodes) {
        int start = random.nextInt(nodes.size());
        PlannerNode richest = nodes.get(start);
        for (int offset = 1; offset < nodes.size(); offset++) {
            PlannerNode node = nodes.get((start + offset) % nodes.size());
            if (node.left > richest.left) {
                richest = node;
            }
        }
        return richest;
    }

    private int spendable(PlannerNode prober) {
        return prober.left - reserve();
    }

    private int reserve() {
        return Math.max(1, budget / VERIFICATION_SHARE);
    }
}
