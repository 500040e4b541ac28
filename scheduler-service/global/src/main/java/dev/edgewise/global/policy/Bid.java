package dev.edgewise.global.policy;

import java.time.Duration;
import java.time.Instant;

/**
 * The offer of a cluster for the pods of a request.
 *
 * @param fits how many sets of all the request's pods fit on its nodes, at most 100; what was promised to others is
 *     deducted
 * @param availability the free share of the ranked resource, as {@link dev.edgewise.global.cluster.FreeShare} has it, 0
 *     to 1; NaN if unknown
 * @param latencyMillis from the request's source to it; NaN if unknown
 * @param at when the figures were read
 * @param refusal why nothing fits or no answer came, for people; empty if it can take the request
 * @param validFor how old the figures may be for a bid; 0 if that is not known
 * @param basis where {@code fits} is from, for people; empty if that is not known
 * @param call the figures from which the time of a call there follows
 */
public record Bid(
        String cluster,
        int fits,
        double availability,
        double latencyMillis,
        double cost,
        double energyPercent,
        Instant at,
        String refusal,
        Duration validFor,
        String basis,
        ResponseTimeInputs call) {
    /** Makes a bid of which no more is known. */
    public Bid(
            String cluster,
            int fits,
            double availability,
            double latencyMillis,
            double cost,
            double energyPercent,
            Instant at,
            String refusal) {
        this(
                cluster,
                fits,
                availability,
                latencyMillis,
                cost,
                energyPercent,
                at,
                refusal,
                Duration.ZERO,
                "",
                ResponseTimeInputs.UNKNOWN);
    }

    public boolean isAccepted() {
        return refusal.isEmpty();
    }
}
