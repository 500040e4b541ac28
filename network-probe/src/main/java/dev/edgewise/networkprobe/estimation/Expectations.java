package dev.edgewise.networkprobe.estimation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Estimates of pairs that are about to be measured, so that they can be held against what comes. */
final class Expectations {
    private static final int FEWEST_AUDITS = 20;
    private static final int AUDITS_KEPT = 500;
    private static final double WORST_MEDIAN = 0.25;

    private final Map<NodePair, Expected> expected = new HashMap<>();
    private final Residuals residuals = new Residuals();
    private final Deque<Double> audits = new ArrayDeque<>();

    private record Expected(SiteMap.Middle middle, Purpose purpose) {}

    void expect(NodePair pair, SiteMap.Middle middle, Purpose purpose) {
        expected.put(pair, new Expected(middle, purpose));
    }

    void reported(NodePair pair, long micros) {
        Expected known = expected.remove(pair);
        if (known == null || known.purpose == Purpose.EXPLORE || known.middle.micros() <= 0) {
            return;
        }
        residuals.add(known.middle.basis(), known.middle.micros(), micros);
        if (known.purpose == Purpose.AUDIT && known.middle.basis() == Basis.AGREEING) {
            audits.addLast(Math.abs(Math.log(micros / known.middle.micros())));
            if (audits.size() > AUDITS_KEPT) {
                audits.removeFirst();
            }
        }
    }

    /** Whether the median error of audited estimates whose path and coordinates agree is at most 0.25. */
    boolean trusted() {
        double[] sorted =
                audits.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length < FEWEST_AUDITS || sorted[sorted.length / 2] <= WORST_MEDIAN;
    }

    Residuals residuals() {
        return residuals;
    }

    void clear() {
        expected.clear();
    }

    void remove(int node) {
        expected.keySet().removeIf(pair -> pair.from() == node || pair.to() == node);
    }
}
