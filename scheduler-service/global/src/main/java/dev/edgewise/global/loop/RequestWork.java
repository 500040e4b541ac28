package dev.edgewise.global.loop;

import dev.edgewise.global.member.Observation;
import dev.edgewise.global.policy.LevelBids;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory about one request: what was seen for it, and what is being done. All of it is found again after a restart. Thread-safe. */
final class RequestWork {
    private final Map<Integer, Observation> observations = new HashMap<>();
    private final Map<Integer, LevelBids> bids = new HashMap<>();
    /** Numbers of attempts, and levels as negative numbers below 0, for which something is being done. */
    private final Set<Integer> busy = new HashSet<>();

    private boolean isRunning;
    private boolean isAgain;
    private @Nullable Instant due;
    private int failures;

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

    synchronized Map<Integer, Observation> observations() {
        return Map.copyOf(observations);
    }

    synchronized Map<Integer, LevelBids> bids() {
        return Map.copyOf(bids);
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

    synchronized void seen(int attempt, Observation observation) {
        observations.merge(attempt, observation, (one, other) -> one.at().isAfter(other.at()) ? one : other);
    }

    synchronized void answered(LevelBids answers) {
        bids.put(answers.level(), answers);
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
