package dev.edgewise.rewards.learning.state;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.estimates.OutcomeDecay;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.estimates.WeightedOutcomes;
import dev.edgewise.rewards.learning.ledger.CountedOutcomes;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of one type of pods on one node. There are up to 150,000 of these: empty collections are shared, and lists
 * are replaced as a whole, so that ledgers share them.
 */
public final class PodTypeNodeState extends EvaluationSchedule {
    /** An outcome below this value is a failure. */
    private static final double FAILURE = 0.5;

    private final PodTypeState type;
    private final NodeState node;

    /** Counted outcomes of pods by the fingerprints of their uids; empty for most. Modifiable unless it is empty. */
    private Map<Long, CountedOutcomes> counted = Map.of();
    /**
     * Pods that ended at this moment or before were counted, also those that are not in {@link #counted}; ms since the
     * epoch.
     */
    private long overBefore;

    private List<PodState> pods = List.of();
    private List<RecordedOutcome> outcomes = List.of();
    private List<PodTypeNodeLedger.Key> keys = List.of();
    private List<Long> durations = List.of();
    private WeightedOutcomes evidence;
    private QuarantineState quarantine;
    private PodTypeNodeLedger.@Nullable Pin pin;
    private long failures;
    /**
     * The part of this in the sums of the type and the node: all outcomes, as of the last evaluation, with a weight of
     * 1 at most.
     */
    private OutcomeSums share = OutcomeSums.NONE;
    /** The time when a trial failed last, in ms since the epoch; 0: never. */
    private long trialFailedAt;

    private boolean isCapped;
    private boolean isUnwritten;
    private boolean isStored;
    private @Nullable Reward published;

    /** The time when a pod was there or an outcome was counted last, in ms since the epoch. */
    private long touched;

    PodTypeNodeState(PodTypeState type, NodeState node, OutcomeDecay decay, long now) {
        this.type = type;
        this.node = node;
        this.evidence = new WeightedOutcomes(decay, OutcomeSums.NONE, now);
        this.quarantine = QuarantineState.open(now);
        this.touched = now;
    }

    public PodTypeState type() {
        return type;
    }

    public NodeState node() {
        return node;
    }

    // Pods, and which of their outcomes were counted.

    /** The pods of the type that the API shows on the node. */
    public List<PodState> pods() {
        return pods;
    }

    void add(PodState pod, long now) {
        List<PodState> more = new ArrayList<>(pods);
        more.add(pod);
        pods = List.copyOf(more);
        touch(now);
    }

    /** Removes a pod that was deleted, with the record of its counted outcomes. */
    void remove(PodState pod, long now) {
        List<PodState> less = new ArrayList<>(pods);
        less.remove(pod);
        pods = List.copyOf(less);
        if (counted.containsKey(pod.print())) {
            counted.remove(pod.print());
            counted = counted.isEmpty() ? Map.of() : counted;
            isUnwritten = true;
        }
        touch(now);
    }

    /** The outcomes of a pod that were counted. */
    public CountedOutcomes counted(PodState pod) {
        return counted.getOrDefault(pod.print(), CountedOutcomes.NOTHING);
    }

    /** Remembers that these outcomes of a pod are counted. */
    public void count(PodState pod, CountedOutcomes outcomes) {
        if (counted.isEmpty()) {
            counted = new HashMap<>(2);
        }
        counted.put(pod.print(), outcomes);
    }

    /** Returns whether all outcomes of a pod that ended were counted before, though its own record is forgotten. */
    boolean isCountedWhole(PodState pod, long over) {
        return over > 0 && over <= overBefore && !counted.containsKey(pod.print());
    }

    /** Forgets the counted outcomes of pods that were deleted while no replica watched. */
    public void forgetCountsOfOthers(LongPredicate exists) {
        if (counted.size() > pods.size() && counted.keySet().removeIf(print -> !exists.test(print))) {
            isUnwritten = true;
        }
    }

    /** Forgets the counted outcomes of pods that ended, except for those that ended last. */
    private void forgetEndedPods() {
        if (counted.size() <= PodTypeNodeLedger.OVER) {
            return;
        }
        List<PodState> over = new ArrayList<>();
        for (PodState pod : pods) {
            if (pod.over() > 0 && counted.containsKey(pod.print())) {
                over.add(pod);
            }
        }
        over.sort(Comparator.comparingLong(PodState::over));
        for (int i = 0; i < over.size() - PodTypeNodeLedger.OVER; i++) {
            PodState pod = over.get(i);
            counted.remove(pod.print());
            pod.markDone();
            overBefore = Math.max(overBefore, pod.over());
        }
    }

    // Outcomes.

    /** Adds time that a container was healthy, of this weight. */
    void addHealthyTime(double weight, long at) {
        evidence.add(weight, 1, at);
    }

    /** Adds a life that ended without failure: it may prove that the node is healthy again. */
    void addLife(long began, long ended) {
        quarantine = quarantine.afterLife(began, ended);
    }

    /** Adds an outcome of weight 1. */
    void addOutcome(Outcome outcome, double value) {
        evidence.add(1, value, outcome.at());
        if (value < FAILURE) {
            failures++;
            quarantine = quarantine.afterFailure(outcome.began(), outcome.at());
        }
    }

    /** Keeps an outcome for people, sorted by time, and no more than the most. */
    void record(RecordedOutcome outcome, int most) {
        List<RecordedOutcome> all = new ArrayList<>(outcomes);
        int place = 0;
        while (place < all.size() && all.get(place).at().isAfter(outcome.at())) {
            place++;
        }
        all.add(place, outcome);
        while (all.size() > most) {
            all.remove(all.size() - 1);
        }
        outcomes = List.copyOf(all);
    }

    /** The recorded outcomes, newest first. */
    public List<RecordedOutcome> outcomes() {
        return outcomes;
    }

    /** Keeps the newest outcome only. */
    void shortenOutcomes() {
        if (outcomes.size() > 1) {
            outcomes = List.of(outcomes.get(0));
            // The stored ledger has them until it is written again, which need not be now.
            isUnwritten = true;
        }
    }

    /** Keeps how long a Job's pod took here. */
    void addDuration(long millis) {
        durations = latest(durations, millis, PodTypeNodeLedger.DURATIONS);
    }

    private static <T> List<T> latest(List<T> known, T added, int most) {
        List<T> all = new ArrayList<>(known);
        all.add(added);
        return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
    }

    /** Returns whether an idempotency key is new, and remembers it. */
    boolean addKey(long print, long now, long keptFor, int most) {
        List<PodTypeNodeLedger.Key> recent = new ArrayList<>(keys);
        recent.removeIf(known -> now - known.at() > keptFor);
        if (recent.stream().anyMatch(known -> known.print() == print)) {
            return false;
        }
        keys = latest(recent, new PodTypeNodeLedger.Key(print, now), most);
        return true;
    }

    /** The number of outcomes below 0.5 that were counted. */
    public long failures() {
        return failures;
    }

    /**
     * Returns the sums of all outcomes with those that run, until the node was seen last: their state since then is
     * unknown.
     */
    public OutcomeSums sums(OutcomeDecay decay, long now) {
        long seen = node.seenUntil(now);
        double left = decay.left(now - seen);
        double healthy = 0;
        for (PodState pod : pods) {
            healthy += left * pod.healthyWeight(decay, seen);
        }
        return evidence.sums(now).plus(new OutcomeSums(healthy, healthy));
    }

    /** Returns the age of the longest run that began after the last failure, as far as its node was seen, in ms. */
    public long longestLife(long now) {
        long seen = node.seenUntil(now);
        long longest = 0;
        for (PodState pod : pods) {
            longest = Math.max(longest, pod.longestRun(quarantine.failed(), seen));
        }
        return longest;
    }

    /** The number of containers that run. */
    public int runs() {
        int all = 0;
        for (PodState pod : pods) {
            all += pod.running().size();
        }
        return all;
    }

    /** The part of this in the sums of the type and the node. */
    public OutcomeSums share() {
        return share;
    }

    /** The mean of the type on other nodes; neutral if there are no outcomes. */
    public double elsewhere() {
        return type.meanWithout(share);
    }

    /**
     * Renews the part of this in the sums of its type and node; returns how much worse it became, negative if it became
     * better.
     */
    public double renewShare(OutcomeDecay decay, long now) {
        OutcomeSums before = share;
        replaceShare(sums(decay, now).atMostOne());
        return (share.weight() - share.sum()) - (before.weight() - before.sum());
    }

    void replaceShare(OutcomeSums after) {
        type.replace(share, after);
        share = after;
    }

    // Quarantine.

    public QuarantineState quarantine() {
        return quarantine;
    }

    /** Moves to another state of quarantine, to be written and evaluated again soon. */
    public void change(QuarantineState next, long now) {
        if (quarantine.state() == QuarantineStatus.PROBATION && !next.isOpen()) {
            trialFailedAt = now;
        }
        replace(next, now);
        isUnwritten = true;
        evaluateOften();
    }

    /** Opens a node that was deleted: it does not count among those that may be closed. */
    public void openDeletedNode(long now) {
        replace(QuarantineState.open(now), now);
        isUnwritten = true;
    }

    /** The type counts the nodes that are closed to it. */
    private void replace(QuarantineState next, long now) {
        if (quarantine.isOpen() && !next.isOpen()) {
            type.closed(now);
        } else if (!quarantine.isOpen() && next.isOpen()) {
            type.opened();
        }
        quarantine = next;
    }

    /** Forgets what was bad, as the node is healthy again. */
    public void heal(long now) {
        evidence.forgive();
        node.healed(now);
    }

    /** The time when a trial failed last, in ms since the epoch; 0: never. */
    public long trialFailedAt() {
        return trialFailedAt;
    }

    /** Returns whether it would be closed if fewer nodes were closed to the type. */
    public boolean isCapped() {
        return isCapped;
    }

    public void capped(boolean whether) {
        isCapped = whether;
    }

    // Changes by operators.

    public PodTypeNodeLedger.@Nullable Pin pin() {
        return pin;
    }

    /** Sets a value instead of the learned one; null: the learned one again. */
    void pin(PodTypeNodeLedger.@Nullable Pin value) {
        pin = value;
    }

    /** Removes a pin that has ended; returns whether there was one. */
    public boolean removeEndedPin(long now) {
        boolean ends = pin != null && pin.until() != null && pin.until().toEpochMilli() <= now;
        if (ends) {
            pin = null;
            isUnwritten = true;
        }
        return ends;
    }

    /** Forgets the outcomes and the pin; outcomes that were counted do not count again. */
    void forget(OutcomeDecay decay, long now) {
        replace(QuarantineState.open(now), now);
        evidence = new WeightedOutcomes(decay, OutcomeSums.NONE, now);
        failures = 0;
        pin = null;
        outcomes = List.of();
    }

    // Ledger and reward.

    /**
     * Restores what was written before. A ledger of a clock that was ahead is dated now: nothing would outweigh it
     * until then.
     */
    void restore(PodTypeNodeLedger ledger, OutcomeDecay decay, long now, long longestQuarantine) {
        long at = Math.min(now, ledger.at());
        evidence = new WeightedOutcomes(decay, new OutcomeSums(ledger.weight(), ledger.sum()), at);
        failures = ledger.failures();
        QuarantineState restored = ledger.quarantine().noLaterThan(now, longestQuarantine);
        if (!quarantine.isOpen()) {
            type.opened();
        }
        if (!restored.isOpen()) {
            type.closedBefore(restored);
        }
        quarantine = restored;
        pin = ledger.pin();
        counted = ledger.pods().isEmpty() ? Map.of() : new HashMap<>(ledger.pods());
        overBefore = ledger.overBefore();
        keys = ledger.keys();
        durations = ledger.durations();
        outcomes = ledger.outcomes();
        touched = Math.max(at, restored.sinceMillis());
        isStored = true;
    }

    /** Returns whether the ledger has changed since it was written. */
    public boolean isUnwritten() {
        return isUnwritten;
    }

    /** Returns the ledger that is to be written now, and takes it for written. */
    public PodTypeNodeLedger write() {
        forgetEndedPods();
        isUnwritten = false;
        isStored = true;
        long at = evidence.at();
        OutcomeSums sums = evidence.sums(at);
        return new PodTypeNodeLedger(
                sums.weight(),
                sums.sum(),
                at,
                failures,
                quarantine,
                pin,
                counted,
                overBefore,
                keys,
                durations,
                outcomes);
    }

    /** Returns whether the store may have a ledger of it. */
    public boolean isStored() {
        return isStored;
    }

    /** The reward that was published last; null: none. */
    public @Nullable Reward published() {
        return published;
    }

    public void publish(Reward reward) {
        published = reward;
    }

    // Evaluations.

    /** Something happened: the next evaluation follows soon, and others after it. */
    private void touch(long now) {
        touched = now;
        evaluateOften();
    }

    /** The outcomes changed: the ledger is to be written. */
    void changed(long at) {
        isUnwritten = true;
        touched = Math.max(touched, at);
        evaluateOften();
    }

    /** Returns whether nothing depends on it, and nothing happened for this time, in ms. */
    public boolean isIdleFor(long millis, long now) {
        return pods.isEmpty() && pin == null && quarantine.isOpen() && now - touched > millis;
    }

    /** Returns a hash that is the same in each process. */
    public int stableHash() {
        return 31 * type.name().hashCode() + node.name().hashCode();
    }
}
