package dev.edgewise.networkprobe.estimation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Estimates of pairs that are about to be measured, so that they can be compared with the result. */
final class EstimateVerification {
    private static final int FEWEST_VERIFICATIONS = 20;
    private static final int VERIFICATIONS_KEPT = 500;
    private static final double WORST_MEDIAN = 0.25;

    private Map<NodePair, Expected> expected = new HashMap<>();
    /** Expectations that were given up last: a silent node may never answer them. */
    private Map<NodePair, Expected> overdue = new HashMap<>();

    private final EstimateResiduals residuals = new EstimateResiduals();
    private final Deque<Double> verifications = new ArrayDeque<>();

    private record Expected(SiteDistanceMap.Middle middle, MeasurementPurpose purpose) {}

    void expect(NodePair pair, SiteDistanceMap.Middle middle, MeasurementPurpose purpose) {
        expected.put(pair, new Expected(middle, purpose));
    }

    /**
     * Learns from a measurement.
     *
     * @param before what was measured before it
     * @param recentSince what was measured before this time, in seconds, is not as good as new
     */
    void reported(NodePair pair, int micros, MeasuredPairs before, int recentSince) {
        learnFromBefore(pair, micros, before, recentSince);
        overdue.remove(pair);
        Expected known = expected.remove(pair);
        if (known == null || known.purpose == MeasurementPurpose.EXPLORE || known.middle.micros() <= 0) {
            return;
        }
        residuals.add(known.middle.basis(), known.middle.micros(), micros);
        if (known.purpose == MeasurementPurpose.VERIFICATION && known.middle.basis() == EstimateBasis.AGREEING) {
            verifications.addLast(Math.abs(Math.log(micros / known.middle.micros())));
            if (verifications.size() > VERIFICATIONS_KEPT) {
                verifications.removeFirst();
            }
        }
    }

    /** Records the error of an older measurement of the same pair, or of the other direction, as an estimate. */
    private void learnFromBefore(NodePair pair, int micros, MeasuredPairs before, int recentSince) {
        int forward = before.directed(pair.from(), pair.to());
        int reverse = before.directed(pair.to(), pair.from());
        if (forward > 0 && before.seconds(pair.from(), pair.to()) <= recentSince) {
            residuals.add(EstimateBasis.AGED, forward, micros);
        } else if (forward < 0 && reverse > 0) {
            residuals.add(EstimateBasis.REVERSE, reverse, micros);
        }
    }

    /** A pair does not answer; what was expected of it, or null. */
    SiteDistanceMap.@Nullable Middle silent(NodePair pair) {
        Expected late = overdue.remove(pair);
        Expected known = expected.remove(pair);
        Expected last = known == null ? late : known;
        return last == null || last.middle.micros() <= 0 ? null : last.middle;
    }

    /** Adds those that are overdue to the pairs that do not answer, by {@link EstimateResiduals#place}. */
    void countOverdue(boolean[] heard, int[] counts) {
        overdue.forEach((pair, last) -> {
            if (last.middle.micros() > 0 && heard[pair.from()] && heard[pair.to()]) {
                counts[EstimateResiduals.place(last.middle)]++;
            }
        });
    }

    /** Whether the median error of verified estimates whose path and coordinates agree is at most 0.25. */
    boolean trusted() {
        double[] sorted =
                verifications.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length < FEWEST_VERIFICATIONS || sorted[sorted.length / 2] <= WORST_MEDIAN;
    }

    EstimateResiduals residuals() {
        return residuals;
    }

    /** Gives up what was announced up to now. */
    void giveUp() {
        overdue = expected;
        expected = new HashMap<>();
    }

    void remove(int node) {
        expected.keySet().removeIf(pair -> pair.from() == node || pair.to() == node);
        overdue.keySet().removeIf(pair -> pair.from() == node || pair.to() == node);
    }
}
