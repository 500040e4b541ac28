package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.Refusal.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many readings in a row speak for moving a pod: one good reading in between begins the row anew, but does not make up for a row that was long enough. For one
 * thread at a time.
 */
public final class Streaks {
    private final int badReadings;
    private final int goodReadings;
    private final Map<String, Streak> streaks = new HashMap<>();

    /**
     * @param what it is for
     * @param reading the last that counted; null if each plan is one
     */
    private record Streak(String what, int bad, int good, @Nullable Long reading) {
        boolean precedes(@Nullable Long next) {
            return reading == null || next == null || next > reading;
        }
    }

    public Streaks(SafetySettings settings) {
        this.badReadings = settings.badReadings();
        this.goodReadings = settings.goodReadings();
    }

    Streaks(Streaks other) {
        badReadings = other.badReadings;
        goodReadings = other.goodReadings;
        streaks.putAll(other.streaks);
    }

    /**
     * Takes in one plan.
     *
     * @param wanted what it wants pods moved for, by UID: what is wanted for something else begins a row of its own
     * @param all UIDs of all pods that it knows; others are forgotten
     * @param readings of what the plan knows of a pod's node, by UID: a higher number for a newer one. A plan counts for a pod only if its reading is newer
     *     than the one that counted last; each counts for a pod without one
     */
    public void read(Map<String, String> wanted, Set<String> all, Map<String, Long> readings) {
        streaks.keySet().retainAll(all);
        for (String pod : all) {
            streaks.compute(pod, (uid, old) -> next(old, wanted.get(uid), readings.get(uid)));
        }
    }

    private @Nullable Streak next(@Nullable Streak old, @Nullable String what, @Nullable Long reading) {
        if (old == null || what != null && !what.equals(old.what())) {
            return what == null ? null : new Streak(what, 1, 0, reading);
        }
        if (!old.precedes(reading)) {
            return old;
        }
        if (what != null) {
            return new Streak(what, old.bad() + 1, 0, reading);
        }
        boolean isPause = old.bad() >= badReadings && old.good() + 1 < goodReadings;
        return isPause ? new Streak(old.what(), old.bad(), old.good() + 1, reading) : null;
    }

    /** What was read before is in no row with what comes. */
    public void forget() {
        streaks.clear();
    }

    /** Why it is too early to move the pod; empty if enough readings spoke for it. */
    public Optional<Refusal> check(String pod) {
        Streak streak = streaks.getOrDefault(pod, new Streak("", 0, 0, null));
        if (streak.bad() >= badReadings && streak.good() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                Reason.NOT_YET_SURE, streak.bad() + " of " + badReadings + " readings in a row wanted it moved"));
    }
}
