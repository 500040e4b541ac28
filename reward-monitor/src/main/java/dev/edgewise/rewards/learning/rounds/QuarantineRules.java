package dev.edgewise.rewards.learning.rounds;

import dev.edgewise.common.Backoff;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;

/**
 * The rules by which a node is closed to a type, tried again, and open. Spark excludes executors for a time in this
 * way, Nomad limits how many nodes may be excluded, and a circuit breaker lets one request try (Nygard, Release It!,
 * 2007).
 */
final class QuarantineRules {
    /** A type does clearly worse on a node if its mean is at most this share of that on other nodes. */
    private static final double CLEARLY_WORSE = 0.75;
    /** A trial without any pod ends after this multiple of the longest quarantine. */
    private static final int UNTRIED = 6;

    private final QuarantineSettings settings;
    private final Backoff lengths;

    QuarantineRules(QuarantineSettings settings) {
        this.settings = settings;
        this.lengths = new Backoff(settings.first(), settings.longest());
    }

    /**
     * The facts by which a type on a node is judged.
     *
     * @param own outcomes of the type there
     * @param others opinion of other types on the node; weight 0 if there is none
     * @param elsewhere mean of the type on other nodes, 0..1
     * @param longestLife age of the longest run that began after the last failure, in ms
     * @param hasRoom whether one more node may be closed to the type
     * @param mayTry whether it is this type's turn to try the node
     * @param healed time when the node opened again to another type that it had been closed to, in ms since the epoch;
     *     0: never
     * @param healingTime time that lives must last to prove the node healthy, in ms
     */
    record Case(
            OutcomeSums own,
            OutcomeSums others,
            double elsewhere,
            long longestLife,
            boolean hasRoom,
            boolean mayTry,
            long healed,
            long healingTime) {}

    /** Returns the next state; the same one if nothing changes. */
    QuarantineState judge(QuarantineState before, Case facts, long now) {
        return switch (before.state()) {
            case OPEN -> isBad(facts) && facts.hasRoom() ? closed(before, now) : before;
            case QUARANTINED -> hasHealed(before, facts) ? QuarantineState.open(now) : ended(before, facts, now);
            case PROBATION -> tried(before, facts, now);
        };
    }

    /**
     * Returns whether a type is bad enough to be closed, room or not: at least half an outcome is its own, and
     * elsewhere it does clearly better.
     */
    boolean isBad(Case facts) {
        // Failures of other pods there raise the confidence; their success does not lower it.
        OutcomeSums all = facts.others().mean() < settings.below() ? facts.own().plus(facts.others()) : facts.own();
        return facts.own().weight() >= 0.5
                && facts.own().mean() < settings.below()
                && all.confidence() >= settings.confidence()
                && all.mean() < settings.below()
                && isWorse(facts);
    }

    private boolean isWorse(Case facts) {
        return facts.elsewhere() >= settings.below() && facts.own().mean() < CLEARLY_WORSE * facts.elsewhere();
    }

    private QuarantineState ended(QuarantineState before, Case facts, long now) {
        if (now < before.until() && facts.healed() <= before.sinceMillis()) {
            return before;
        }
        if (facts.own().weight() > 0 && !isWorse(facts)) {
            return QuarantineState.open(now);
        }
        // A pod that still ran there failed in the meantime: no trial is needed.
        if (before.failed() > before.sinceMillis()) {
            return closed(before, now);
        }
        return facts.mayTry() ? before.onProbation(now) : before;
    }

    private QuarantineState tried(QuarantineState before, Case facts, long now) {
        if (before.failed() > before.sinceMillis()) {
            return closed(before, now);
        }
        boolean untried =
                now - before.sinceMillis() > UNTRIED * settings.longest().toMillis();
        return hasHealed(before, facts) || untried ? QuarantineState.open(now) : before;
    }

    private QuarantineState closed(QuarantineState before, long now) {
        return before.closed(now, now + lengths.after(before.strikes() + 1).toMillis());
    }

    /** Returns whether lives since the last failure prove the node healthy. */
    boolean hasHealed(QuarantineState quarantine, Case facts) {
        return quarantine.failed() > 0 && quarantine.healthy() + facts.longestLife() >= facts.healingTime();
    }

    /** Returns the largest number of nodes that may be closed to a type. */
    int mostClosed(int nodes) {
        int share = (int) Math.floor(settings.shareOfNodes() * nodes + 1e-9);
        return share == 0 && settings.shareOfNodes() > 0 && nodes >= 2 ? 1 : share;
    }
}
