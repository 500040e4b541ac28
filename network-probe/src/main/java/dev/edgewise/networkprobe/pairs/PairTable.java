package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.sources.PairSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of one source, by directed pair, and the effective values: a value changes only when it moved beyond a
 * threshold or is about to expire, so that writes are rare. A pair that is silent for some consecutive rounds is lost:
 * its last value stays, no longer valid, with a loss of 1; so is one that never answered, with 60 s. Safe for many
 * threads.
 */
public final class PairTable extends PairSource<PairState> {
    /** The share of its validity after which a value goes with others of its row that are due. */
    private static final double SOON = 0.25;

    private final PublishRule rule;
    private final SampleDecay decay;
    private final Duration round;
    private final int echoes;
    private final int silentRounds;
    private final UnaryOperator<Instant> wall;
    private boolean adopted = true;

    public enum State {
        FRESH,
        /** The value is too old, as the pair is not measured any more. */
        STALE,
        /** The receiver does not answer, or never did. */
        SILENT
    }

    /** Gets the median round-trip time of a pair, in µs, and when it was measured last. */
    @FunctionalInterface
    public interface Listener {
        void measured(String from, String to, long micros, Instant at);
    }

    /**
     * @param halfLife after which a sample weighs half
     * @param round how often each pair is measured
     * @param echoes how many probes that are
     * @param silentRounds after how many rounds without an answer a pair is lost; ≥ 1
     * @param wall turns a moment into wall-clock time; the moments never go back, as intervals are measured between
     *     them
     */
    public PairTable(
            PublishRule rule,
            Duration halfLife,
            Duration round,
            int echoes,
            int silentRounds,
            UnaryOperator<Instant> wall) {
        super(rule.source());
        this.rule = rule;
        this.decay = new SampleDecay(halfLife);
        this.round = round;
        this.echoes = echoes;
        this.silentRounds = silentRounds;
        this.wall = wall;
    }

    @Override
    protected @Nullable RoundTripTime validValue(PairState pair) {
        return pair.published();
    }

    /** Takes what a node measured in one round, or in several. */
    public synchronized void record(String from, Collection<PeerResult> results, Instant now) {
        Map<String, PairState> row = rows.computeIfAbsent(from, name -> new HashMap<>());
        ObservationMetadata observed = rule.observed(wall.apply(now));
        boolean renewal = false;
        for (PeerResult probes : results) {
            PairState pair = row.computeIfAbsent(probes.to(), name -> new PairState());
            pair.add(probes, now.toEpochMilli(), decay, echoes);
            if (isSilent(pair)) {
                lose(from, probes.to(), pair, now);
            } else if (probes.answered() > 0) {
                boolean moved = markIf(pair.publishIfMoved(rule, observed), from, probes.to());
                boolean due = !moved && pair.confirmIfDue(rule, observed, PublishRule.confirmedAt(from));
                renewal |= markIf(due, from, probes.to());
            }
        }
        if (renewal) {
            renew(from, results, row, observed);
        }
    }

    /**
     * Finds pairs that ended: silent ones without reports, those that are not measured any more, and those of them that
     * are too old.
     *
     * @param roundsPerReport how many rounds come at once: not before a second report failed to come is it missed
     * @param measured whether one node is to measure another now
     * @param healthy whether a pair's nodes are both healthy; a silent pair of theirs was only given up. One that fell
     *     silent while one of them was unhealthy is forgotten once both are healthy: it has not been probed since
     */
    public synchronized void expire(
            Instant now,
            int roundsPerReport,
            BiPredicate<String, String> measured,
            BiPredicate<String, String> healthy) {
        long silentSince = now.minus(silence(roundsPerReport)).toEpochMilli();
        long keptSince = now.minus(rule.keep()).toEpochMilli();
        removeIf((from, to) -> {
            PairState pair = known(from).get(to);
            if (pair == null || pair.silentSinceMillis() > silentSince) {
                return false;
            }
            boolean planned = measured.test(from, to);
            boolean well = healthy.test(from, to);
            pair.noteHealth(well);
            if (pair.heardMillis() < keptSince || well && !planned && pair.isLostWhileUnwell()) {
                return true;
            }
            if (planned || pair.isMeasured() && !well) {
                lose(from, to, pair, now);
            } else if (pair.isMeasured()) {
                markIf(pair.giveUp(rule), from, to);
            }
            return false;
        });
    }

    /** Time without an answer after which a pair is lost. */
    public Duration silence(int roundsPerReport) {
        int missed = Math.max(silentRounds, 2 * roundsPerReport);
        // Half a round more: reports do not come on the dot.
        return round.multipliedBy(missed).plus(round.dividedBy(2));
    }

    /**
     * Returns the receivers from one node of which no estimate is better until then: they are measured, do not answer
     * any more, or have a value that holds for so long.
     */
    public synchronized Set<String> held(String from, Instant until) {
        Instant end = wall.apply(until);
        Set<String> held = new HashSet<>();
        known(from).forEach((to, pair) -> {
            RoundTripTime value = pair.published();
            if (value != null
                    && (pair.isLost() || pair.isMeasured() || !value.observed().staleAt(end))) {
                held.add(to);
            }
        });
        return held;
    }

    @Override
    protected void adopt(String from, String to, RoundTripTime value, Instant now) {
        rows.computeIfAbsent(from, name -> new HashMap<>())
                .putIfAbsent(to, PairState.adopted(value, now, wall.apply(now)));
        markIf(true, from, to);
        adopted = true;
    }

    /** Whether values were taken over since the last call, which may be of nodes that left; true at first. */
    public synchronized boolean takeAdopted() {
        boolean was = adopted;
        adopted = false;
        return was;
    }

    /** Passes on the medians of all pairs that brought an answer since the last call. */
    public synchronized void drainMeasured(Listener listener) {
        rows.forEach((from, row) -> row.forEach((to, pair) -> {
            Long micros = pair.takeNews();
            if (micros != null) {
                listener.measured(from, to, micros, Instant.ofEpochMilli(pair.answeredMillis()));
            }
        }));
    }

    /** Names the pairs, from and to, that reports since the last call found silent for long enough to be lost. */
    public synchronized void drainSilent(BiConsumer<String, String> listener) {
        rows.forEach((from, row) -> row.forEach((to, pair) -> {
            if (pair.takeSilence() && isSilent(pair)) {
                listener.accept(from, to);
            }
        }));
    }

    /** Whether anything was reported, or published, of a pair. */
    public synchronized boolean isKnown(String from, String to) {
        return known(from).containsKey(to);
    }

    public synchronized long count(State state, Instant now) {
        return rows.values().stream()
                .flatMap(row -> row.values().stream())
                .filter(pair -> pair.state(now) == state)
                .count();
    }

    /** Confirms the pairs of a row that would be due soon, since the row is written anyhow. */
    private void renew(
            String from, Collection<PeerResult> results, Map<String, PairState> row, ObservationMetadata now) {
        for (PeerResult probes : results) {
            PairState pair = row.get(probes.to());
            if (pair != null && probes.answered() > 0) {
                markIf(pair.confirmIfDue(rule, now, SOON), from, probes.to());
            }
        }
    }

    private void lose(String from, String to, PairState pair, Instant now) {
        if (pair.isLost()) {
            return;
        }
        Instant lastAnswer = wall.apply(Instant.ofEpochMilli(pair.answeredMillis()));
        markIf(pair.lose(rule, isSilent(pair), lastAnswer, wall.apply(now)), from, to);
    }

    private boolean isSilent(PairState pair) {
        return pair.silentRounds() >= silentRounds;
    }
}
