package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.EstimateBasis;
import dev.edgewise.networkprobe.estimation.MeasurementPurpose;
import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.estimation.SiteDistanceMap;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Chooses unmeasured pairs at random to see how wrong estimates are: a sixteenth within sites and a sixteenth the other
 * way of what is measured, which would otherwise be believed without a look; the others uniformly among those of 4 to
 * 160 ms, a third for each basis; where a basis has too few, the others get its share.
 */
final class VerificationPairs {
    private static final double LEAST_MICROS = 4_000;
    private static final double MOST_MICROS = 160_000;
    private static final int DRAWS_EACH = 60;
    private static final int LOOK_SHARE = 16;
    private static final Set<EstimateBasis> BASES =
            Set.of(EstimateBasis.SITE_PAIR, EstimateBasis.AGREEING, EstimateBasis.DIFFERING);

    private final RttEstimator estimator;
    private final RandomGenerator random;
    private final Set<NodePair> chosen = new HashSet<>();
    private final Map<EstimateBasis, Integer> counts = new EnumMap<>(EstimateBasis.class);

    VerificationPairs(RttEstimator estimator, RandomGenerator random) {
        this.estimator = estimator;
        this.random = random;
    }

    /** Chooses at most this many pairs from one of the senders to one of the receivers, and announces them. */
    List<NodePair> choose(List<PlannerNode> senders, List<PlannerNode> receivers, int most) {
        drawWithinSites(senders, receivers, most / LOOK_SHARE);
        drawReverse(senders, receivers, chosen.size() + most / LOOK_SHARE);
        draw(senders, receivers, most, (most + BASES.size() - 1) / BASES.size());
        draw(senders, receivers, most, most);
        return List.copyOf(chosen);
    }

    private void draw(List<PlannerNode> senders, List<PlannerNode> receivers, int most, int mostOfBasis) {
        for (int draw = 0; draw < DRAWS_EACH * most && chosen.size() < most; draw++) {
            PlannerNode from = senders.get(random.nextInt(senders.size()));
            PlannerNode to = receivers.get(random.nextInt(receivers.size()));
            if (from.left > 0) {
                consider(from, to, mostOfBasis);
            }
        }
    }

    private void drawWithinSites(List<PlannerNode> senders, List<PlannerNode> receivers, int most) {
        Map<Integer, List<PlannerNode>> bySite = receivers.stream()
                .collect(Collectors.groupingBy(each -> estimator.map().siteOf(each.node)));
        for (int draw = 0; draw < DRAWS_EACH * most && chosen.size() < most; draw++) {
            PlannerNode from = senders.get(random.nextInt(senders.size()));
            int site = estimator.map().siteOf(from.node);
            List<PlannerNode> mates = bySite.getOrDefault(site, List.of());
            if (site >= 0 && from.left > 0 && mates.size() > 1) {
                PlannerNode to = mates.get(random.nextInt(mates.size()));
                NodePair pair = new NodePair(from.node, to.node);
                if (from != to && estimator.measured(from.node, to.node) < 0 && !isChosen(pair)) {
                    take(pair, from, estimator.map().between(site, site));
                }
            }
        }
    }

    /** The estimator itself holds what comes against the other direction. */
    private void drawReverse(List<PlannerNode> senders, List<PlannerNode> receivers, int most) {
        for (int draw = 0; draw < DRAWS_EACH * LOOK_SHARE && chosen.size() < most; draw++) {
            PlannerNode from = senders.get(random.nextInt(senders.size()));
            int start = random.nextInt(receivers.size());
            for (int offset = 0; offset < receivers.size(); offset++) {
                PlannerNode to = receivers.get((start + offset) % receivers.size());
                NodePair pair = new NodePair(from.node, to.node);
                if (from.left > 0 && estimator.measuredOnlyBack(from.node, to.node) && chosen.add(pair)) {
                    from.left--;
                    break;
                }
            }
        }
    }

    private void consider(PlannerNode from, PlannerNode to, int mostOfBasis) {
        NodePair pair = new NodePair(from.node, to.node);
        SiteDistanceMap map = estimator.map();
        int a = map.siteOf(pair.from());
        int b = map.siteOf(pair.to());
        if (a < 0
                || b < 0
                || a == b
                || estimator.areResting(a, b)
                || estimator.measured(pair.from(), pair.to()) >= 0
                || isChosen(pair)) {
            return;
        }
        SiteDistanceMap.Middle middle = map.between(a, b);
        boolean inRange = middle.micros() >= LEAST_MICROS && middle.micros() <= MOST_MICROS;
        if (inRange && counts.getOrDefault(middle.basis(), 0) < mostOfBasis) {
            counts.merge(middle.basis(), 1, Integer::sum);
            take(pair, from, middle);
        }
    }

    private void take(NodePair pair, PlannerNode from, SiteDistanceMap.Middle middle) {
        chosen.add(pair);
        from.left--;
        estimator.expect(pair, middle, MeasurementPurpose.VERIFICATION);
    }

    private boolean isChosen(NodePair pair) {
        return chosen.contains(pair) || chosen.contains(new NodePair(pair.to(), pair.from()));
    }
}
