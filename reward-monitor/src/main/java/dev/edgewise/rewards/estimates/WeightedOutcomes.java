package dev.edgewise.rewards.estimates;

/**
 * The outcomes of a type on a node, which lose weight with time, and with later outcomes: above a weight of {@value
 * #MOST}, the older ones are scaled down, as in an exponentially weighted mean with a factor of 0.1. For one thread at
 * a time.
 */
public final class WeightedOutcomes {
    static final double MOST = 10;

    private final OutcomeDecay decay;
    private double weight;
    private double sum;
    private long at;

    /** Creates it. @param at time of the sums, in ms since the epoch */
    public WeightedOutcomes(OutcomeDecay decay, OutcomeSums sums, long at) {
        this.decay = decay;
        this.weight = sums.weight();
        this.sum = sums.sum();
        this.at = at;
    }

    /** Adds an outcome with a value in 0..1; an outcome before the latest one has already lost weight. */
    public void add(double more, double value, long when) {
        double part = more;
        if (when >= at) {
            double left = decay.left(when - at);
            weight *= left;
            sum *= left;
            at = when;
        } else {
            part *= decay.left(at - when);
        }
        double room = Math.max(0, MOST - part);
        if (weight > room) {
            sum *= room / weight;
            weight = room;
        }
        weight += part;
        sum += part * value;
    }

    /** Forgets failures: each outcome keeps the part that was good. */
    public void forgive() {
        weight = sum;
    }

    /** Returns the sums at a moment that is not before {@link #at}. */
    public OutcomeSums sums(long now) {
        double left = decay.left(now - at);
        return new OutcomeSums(weight * left, sum * left);
    }

    /** The time of the latest outcome, in ms since the epoch. */
    public long at() {
        return at;
    }
}
