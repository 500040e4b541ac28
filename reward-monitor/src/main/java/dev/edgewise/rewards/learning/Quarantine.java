package dev.edgewise.rewards.learning;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.rewards.estimates.Sums;

/**
 * When a type is closed to a node, tried there again, and open. As Spark excludes executors for a time, Nomad caps how many nodes may be excluded,
 * and a circuit breaker lets one request try (Nygard, Release It!, 2007).
 */
final class Quarantine {
    /** How much worse than elsewhere: at most this share of the mean on other nodes. */
    private static final double CLEARLY_WORSE = 0.75;
    /** A node must have lasted this many times what failed there. */
    private static final int TIMES_WHAT_FAILED = 3;
    /** A trial that nobody made ends after this many longest quarantines. */
    private static final int UNTRIED = 6;

    private final QuarantineSettings settings;
    private final Backoff lengths;

    Quarantine(QuarantineSettings settings) {
        this.settings = settings;
        this.lengths = new Backoff(settings.first(), settings.longest());
    }

    /**
     * What is known when a type is judged on a node.
     *
     * @param own outcomes of the type there
     * @param others what other types say of the node; weight 0 if they say nothing
     * @param elsewhere mean of the type on other nodes, 0..1
     * @param longestLife how long the longest life runs that began after the last failure, in ms
     * @param hasRoom whether one more node may be closed to the type
     * @param mayTry whether it is this type's turn to try the node
     * @param healed when the node was open again to another type that it had been closed to, in ms since the epoch; 0: never
     */
    record Case(
            Sums own, Sums others, double elsewhere, long longestLife, boolean hasRoom, boolean mayTry, long healed) {}

    /** The same standing if nothing changes. */
    Standing judge(Standing before, Case facts, long now) {
        return switch (before.state()) {
            case OPEN -> isBad(facts) && facts.hasRoom() ? closed(before, now) : before;
            case QUARANTINED -> hasHealed(before, facts) ? Standing.open(now) : ended(before, facts, now);
            case PROBATION -> tried(before, facts, now);
        };
    }

    /** Whether it is bad enough to be closed, room or not: at least half an outcome is the type's own, and elsewhere it does clearly better. */
    boolean isBad(Case facts) {
        // That other pods do well there is no excuse; that they fail, too, makes it surer.
        Sums all = facts.others().mean() < settings.below() ? facts.own().plus(facts.others()) : facts.own();
        return facts.own().weight() >= 0.5
                && facts.own().mean() < settings.below()
                && all.confidence() >= settings.confidence()
                && all.mean() < settings.below()
                && isWorse(facts);
    }

    private boolean isWorse(Case facts) {
        return facts.elsewhere() >= settings.below() && facts.own().mean() < CLEARLY_WORSE * facts.elsewhere();
    }

    private Standing ended(Standing before, Case facts, long now) {
        if (now < before.until() && facts.healed() <= before.sinceMillis()) {
            return before;
        }
        if (facts.own().weight() > 0 && !isWorse(facts)) {
            return Standing.open(now);
        }
        // What still ran there failed meanwhile: no trial is needed to know.
        if (before.failed() > before.sinceMillis()) {
            return closed(before, now);
        }
        return facts.mayTry() ? before.onProbation(now) : before;
    }

    private Standing tried(Standing before, Case facts, long now) {
        if (before.failed() > before.sinceMillis()) {
            return closed(before, now);
        }
        boolean untried =
                now - before.sinceMillis() > UNTRIED * settings.longest().toMillis();
        return hasHealed(before, facts) || untried ? Standing.open(now) : before;
    }

    private Standing closed(Standing before, long now) {
        return before.closed(now, now + lengths.after(before.strikes() + 1).toMillis());
    }

    boolean hasHealed(Standing standing, Case facts) {
        return standing.failed() > 0 && standing.healthy() + facts.longestLife() >= needed(standing, facts.healed());
    }

    /**
     * How long lives must have lasted to show that the node healed, in ms: no longer than the longest quarantine, and less once it healed for another
     * type after the last failure.
     */
    long needed(Standing standing, long healed) {
        long usual = settings.probation().toMillis();
        long lasted = Math.min(settings.longest().toMillis(), TIMES_WHAT_FAILED * standing.failedAfter());
        return healed > standing.failed() ? usual : Math.max(usual, lasted);
    }

    /** On this many nodes at most is a type closed. */
    int most(int nodes) {
        int share = (int) Math.floor(settings.shareOfNodes() * nodes + 1e-9);
        return share == 0 && settings.shareOfNodes() > 0 && nodes >= 2 ? 1 : share;
    }

    static boolean begins(Standing before, Standing after) {
        return before.isOpen() && after.state() == RewardState.QUARANTINED;
    }
}
