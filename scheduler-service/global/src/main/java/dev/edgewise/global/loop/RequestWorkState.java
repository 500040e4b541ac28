package dev.edgewise.global.loop;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.decide.AttemptAge;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.LevelBids;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory about one request: what was seen for it, and what is being done. All of it is found again after a restart.
 * Whether something was seen before or after a change of the record follows from the record that was known then, never
 * from times, which other replicas may have written. Thread-safe.
 */
final class RequestWorkState {
    private final Ticker ticker;
    private final Map<Integer, Known> attempts = new HashMap<>();
    private final Map<Integer, Seen> observations = new HashMap<>();
    private final Map<Integer, Asked> bids = new HashMap<>();
    /** Numbers of attempts, and levels as negative numbers below 0, for which something is being done. */
    private final Set<Integer> busy = new HashSet<>();

    private boolean isRunning;
    private boolean isAgain;
    private @Nullable Instant due;
    private int failures;

    /**
     * An attempt as its record says it.
     *
     * @param at when this replica first knew of its phase, by the monotonic clock
     * @param otherSince when another cluster began to answer; null while its own does
     */
    private record Known(AttemptPhase phase, Instant since, long at, @Nullable Long otherSince) {
        private boolean isIn(Attempt attempt) {
            return phase == attempt.phase() && since.equals(attempt.since());
        }
    }

    /**
     * An observation of an attempt. It says nothing once the attempt has another phase: it may have been made before
     * the change.
     */
    private record Seen(Attempt attempt, AttemptObservation observation) {}

    /** The bids of a level. They say nothing once an attempt has changed. */
    private record Asked(RequestStatus status, LevelBids bids) {
        private boolean isFor(RequestStatus now) {
            return status.failures() == now.failures()
                    && phases(status.attempts()).equals(phases(now.attempts()));
        }

        private static List<AttemptPhase> phases(List<Attempt> attempts) {
            return attempts.stream().map(Attempt::phase).toList();
        }
    }

    RequestWorkState(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Takes over the record of the request: the time of each phase counts from when this replica first knew of it. */
    synchronized void know(RequestStatus status) {
        Map<Integer, Known> now = new HashMap<>();
        for (Attempt attempt : status.attempts()) {
            Known before = attempts.get(attempt.number());
            boolean isSame = before != null && before.isIn(attempt);
            Long other = before == null ? null : before.otherSince();
            now.put(
                    attempt.number(),
                    isSame ? before : new Known(attempt.phase(), attempt.since(), ticker.nanos(), other));
        }
        attempts.clear();
        attempts.putAll(now);
        observations.keySet().retainAll(now.keySet());
        bids.values().removeIf(asked -> !asked.isFor(status));
    }

    /** Returns how long this replica has known of the attempts, by number. */
    synchronized Map<Integer, AttemptAge> ages() {
        Map<Integer, AttemptAge> ages = new HashMap<>();
        attempts.forEach((number, known) -> {
            Long other = known.otherSince();
            ages.put(
                    number,
                    new AttemptAge(ticker.since(known.at()), other == null ? Duration.ZERO : ticker.since(other)));
        });
        return ages;
    }

    /** Asks for a decision; returns whether a thread must be given to it: otherwise one decides, and does so again. */
    synchronized boolean request() {
        if (isRunning) {
            isAgain = true;
            return false;
        }
        isRunning = true;
        return true;
    }

    /** Ends a decision; returns whether another one was asked for, which begins with this. */
    synchronized boolean again() {
        isRunning = isAgain;
        isAgain = false;
        return isRunning;
    }

    synchronized Map<Integer, AttemptObservation> observations() {
        Map<Integer, AttemptObservation> current = new HashMap<>();
        observations.forEach((number, seen) -> {
            Known known = attempts.get(number);
            if (known != null && known.isIn(seen.attempt())) {
                current.put(number, seen.observation());
            }
        });
        return current;
    }

    synchronized Map<Integer, LevelBids> bids() {
        Map<Integer, LevelBids> current = new HashMap<>();
        bids.forEach((level, asked) -> current.put(level, asked.bids()));
        return current;
    }

    synchronized void clearBids() {
        bids.clear();
    }

    synchronized boolean begin(int what) {
        return busy.add(what);
    }

    synchronized void end(int what) {
        busy.remove(what);
    }

    /** @param attempt as it was when its cluster was asked */
    synchronized void seen(Attempt attempt, AttemptObservation observation) {
        observations.put(attempt.number(), new Seen(attempt, observation));
        Known known = attempts.get(attempt.number());
        if (known != null && observation.answered()) {
            boolean isOwn = observation.clusterUid().equals(attempt.clusterUid());
            Long before = known.otherSince();
            Long other = isOwn ? null : before == null ? Long.valueOf(ticker.nanos()) : before;
            attempts.put(attempt.number(), new Known(known.phase(), known.since(), known.at(), other));
        }
    }

    /** @param status as it was when the clusters were asked */
    synchronized void answered(RequestStatus status, LevelBids answers) {
        bids.put(answers.level(), new Asked(status, answers));
    }

    synchronized void plan(@Nullable Instant next) {
        due = next;
    }

    synchronized boolean takeDue(Instant now) {
        if (due == null || due.isAfter(now)) {
            return false;
        }
        due = null;
        return true;
    }

    synchronized int failed() {
        return ++failures;
    }

    synchronized void succeeded() {
        failures = 0;
    }
}
