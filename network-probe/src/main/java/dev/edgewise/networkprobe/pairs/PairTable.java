package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What one source measured, by directed pair, and what of it is in force: a value changes only when it moved beyond a threshold
 * or is about to expire, so that others are written to seldom. A pair that is silent for some rounds running is lost: its last
 * value stays, no longer valid, with a loss of 1; so is one that never answered, with 60 s. Safe for many threads.
 */
public final class PairTable {
    /** The share of its validity after which a value goes with others of its row that are due. */
    private static final double SOON = 0.25;

    private final PublishRule rule;
    private final Decay decay;
    private final Duration round;
    private final int echoes;
    private final int silentRounds;
    private final UnaryOperator<Instant> wall;
    private final Map<String, Map<String, PairState>> rows = new HashMap<>();
    private final ChangedPairs changed = new ChangedPairs();

    /**
     * @param halfLife after which a sample weighs half
     * @param round how often each pair is measured
     * @param echoes how many probes that are
     * @param silentRounds after how many rounds without an answer a pair is lost; ≥ 1
     */
    public PairTable(PublishRule rule, Duration halfLife, Duration round, int echoes, int silentRounds) {
        this(rule, halfLife, round, echoes, silentRounds, UnaryOperator.identity());
    }

    /** @param wall what people call a moment; those that this is given must never go back, as intervals are measured between them */
    public PairTable(
            PublishRule rule,
            Duration halfLife,
            Duration round,
            int echoes,
            int silentRounds,
            UnaryOperator<Instant> wall) {
        this.rule = rule;
        this.decay = new Decay(halfLife);
        this.round = round;
        this.echoes = echoes;
        this.silentRounds = silentRounds;
        this.wall = wall;
    }

    /** Takes what a node measured in one round, or in several. */
    public synchronized void record(String from, Collection<PeerResult> results, Instant now) {
        Map<String, PairState> row = rows.computeIfAbsent(from, name -> new HashMap<>());
        Observed observed = rule.observed(wall.apply(now));
        boolean renewal = false;
        for (PeerResult probes : results) {
            PairState pair = row.computeIfAbsent(probes.to(), name -> new PairState());
            pair.add(probes, now.toEpochMilli(), decay, echoes);
            renewal |= publish(from, probes.to(), pair, now, observed);
        }
        if (renewal) {
            renew(from, results, row, observed);
        }
    }

    /**
     * Finds what is over: pairs that fell silent because nobody reports them, pairs nobody measures any more, and those of
     * them that are too old.
     *
     * @param roundsPerReport how many rounds come at once: not before a second report failed to come is it missed
     * @param measured whether one node is to measure another now
     * @param healthy whether a pair's nodes are both well; a silent pair of theirs was only given up
     */
    public synchronized void expire(
            Instant now,
            int roundsPerReport,
            BiPredicate<String, String> measured,
            BiPredicate<String, String> healthy) {
        long silentSince = now.minus(silence(roundsPerReport)).toEpochMilli();
        long keptSince = now.minus(rule.keep()).toEpochMilli();
        rows.forEach((from, row) -> {
            Iterator<Map.Entry<String, PairState>> pairs = row.entrySet().iterator();
            while (pairs.hasNext()) {
                Map.Entry<String, PairState> entry = pairs.next();
                PairState pair = entry.getValue();
                String to = entry.getKey();
                if (pair.silentSinceMillis() > silentSince) {
                    continue;
                }
                if (Math.max(pair.answeredMillis(), pair.reportedMillis()) < keptSince) {
                    pairs.remove();
                    changed.add(from, to);
                } else if (measured.test(from, to) || !healthy.test(from, to)) {
                    lose(from, to, pair, now);
                } else if (pair.hasSamples()) {
                    giveUp(from, to, pair);
                }
            }
        });
        rows.values().removeIf(Map::isEmpty);
    }

    /** After which time without an answer a pair is lost. */
    public Duration silence(int roundsPerReport) {
        int missed = Math.max(silentRounds, 2 * roundsPerReport);
        // Half a round more: reports do not come on the dot.
        return round.multipliedBy(missed).plus(round.dividedBy(2));
    }

    /** The receivers from one node of which no estimate is better: they are measured, or do not answer any more. */
    public synchronized Set<String> held(String from, Instant now) {
        Instant wallNow = wall.apply(now);
        Set<String> held = new HashSet<>();
        rows.getOrDefault(from, Map.of()).forEach((to, pair) -> {
            RoundTripTime value = pair.published;
            if (value != null
                    && (value.loss() == 1
                            || pair.hasSamples()
                            || !value.observed().staleAt(wallNow))) {
                held.add(to);
            }
        });
        return held;
    }

    /** Takes over what was published before this process started. */
    public synchronized void adopt(String from, Map<String, RoundTripTime> row, Instant now) {
        Map<String, PairState> pairs = rows.computeIfAbsent(from, name -> new HashMap<>());
        row.forEach((to, value) -> {
            pairs.putIfAbsent(to, PairState.adopted(value, now));
            changed.add(from, to);
        });
    }

    /** Forgets nodes that left the cluster. */
    public synchronized void remove(Set<String> nodes) {
        rows.forEach((from, row) -> row.keySet().removeIf(to -> {
            boolean gone = nodes.contains(from) || nodes.contains(to);
            if (gone) {
                changed.add(from, to);
            }
            return gone;
        }));
        rows.values().removeIf(Map::isEmpty);
    }

    /** Tells the medians of all pairs that brought an answer since the last call. */
    public synchronized void drainMeasured(PairListener listener) {
        rows.forEach((from, row) -> row.forEach((to, pair) -> {
            Long micros = pair.takeNews();
            if (micros != null) {
                listener.measured(from, to, micros);
            }
        }));
    }

    /** Names the pairs, from and to, that reports since the last call found silent for long enough to be lost. */
    public synchronized void drainSilent(BiConsumer<String, String> listener) {
        rows.forEach((from, row) -> row.forEach((to, pair) -> {
            if (pair.takeSilence() && pair.silentRounds() >= silentRounds) {
                listener.accept(from, to);
            }
        }));
    }

    /** Receivers by sender of all pairs whose value in force is not what it was at the last call. */
    public synchronized Map<String, Set<String>> drainChanged() {
        return changed.drain();
    }

    /** The value in force; null if the pair was never measured. */
    public synchronized @Nullable RoundTripTime find(String from, String to) {
        PairState pair = rows.getOrDefault(from, Map.of()).get(to);
        return pair == null ? null : pair.published;
    }

    /** Whether anything was reported, or published, of a pair. */
    public synchronized boolean isKnown(String from, String to) {
        return rows.getOrDefault(from, Map.of()).containsKey(to);
    }

    /** The values in force from one node. */
    public synchronized Map<String, RoundTripTime> row(String from) {
        Map<String, RoundTripTime> values = new TreeMap<>();
        rows.getOrDefault(from, Map.of()).forEach((to, pair) -> {
            if (pair.published != null) {
                values.put(to, pair.published);
            }
        });
        return values;
    }

    /** How many pairs have a value in force, or never answered. */
    public synchronized int size() {
        return rows.values().stream().mapToInt(Map::size).sum();
    }

    public synchronized Set<String> senders() {
        return Set.copyOf(rows.keySet());
    }

    /** All nodes that a pair has. */
    public synchronized Set<String> nodes() {
        Set<String> nodes = new HashSet<>(rows.keySet());
        rows.values().forEach(row -> nodes.addAll(row.keySet()));
        return nodes;
    }

    /** How many pairs are in which state. */
    public synchronized PairCounts counts(Instant now) {
        int fresh = 0;
        int stale = 0;
        int silent = 0;
        for (Map<String, PairState> row : rows.values()) {
            for (PairState pair : row.values()) {
                if (pair.published == null || pair.isLost() || !pair.everAnswered()) {
                    silent++;
                } else if (pair.published.observed().staleAt(now)) {
                    stale++;
                } else {
                    fresh++;
                }
            }
        }
        return new PairCounts(fresh, stale, silent);
    }

    /** Publishes what moved or came to life; whether it was confirmed only. */
    private boolean publish(String from, String to, PairState pair, Instant moment, Observed now) {
        if (pair.silentRounds() >= silentRounds) {
            lose(from, to, pair, moment);
        }
        if (pair.silentRounds() > 0) {
            return false;
        }
        RoundTripTime before = pair.published;
        if (before == null || pair.isLost() || pair.differs(before, rule)) {
            confirm(from, to, pair, now);
            return false;
        }
        return rule.isDue(before, now.at(), PublishRule.confirmedAt(from)) && confirm(from, to, pair, now);
    }

    /** As a row is written anyhow, those of its pairs that would be due soon are confirmed with it. */
    private void renew(String from, Collection<PeerResult> results, Map<String, PairState> row, Observed now) {
        for (PeerResult probes : results) {
            PairState pair = row.get(probes.to());
            RoundTripTime published = pair == null ? null : pair.published;
            if (pair != null && published != null && probes.answered() > 0 && rule.isDue(published, now.at(), SOON)) {
                confirm(from, probes.to(), pair, now);
            }
        }
    }

    /** Publishes what the samples say; whether there are any. */
    private boolean confirm(String from, String to, PairState pair, Observed now) {
        RoundTripTime current = pair.current(now);
        if (current != null) {
            pair.published = current;
            changed.add(from, to);
        }
        return current != null;
    }

    private void lose(String from, String to, PairState pair, Instant now) {
        RoundTripTime last = pair.published;
        if (pair.isLost()) {
            return;
        }
        if (last != null) {
            pair.published = rule.lost(last, wall.apply(Instant.ofEpochMilli(pair.answeredMillis())), wall.apply(now));
        } else if (pair.silentRounds() >= silentRounds) {
            pair.published = rule.unanswered(wall.apply(now));
        } else {
            return;
        }
        pair.forgetSamples();
        changed.add(from, to);
    }

    private void giveUp(String from, String to, PairState pair) {
        pair.forgetSamples();
        RoundTripTime last = pair.published;
        if (last != null && !pair.isLost()) {
            pair.published = rule.kept(last);
            changed.add(from, to);
        }
    }
}
