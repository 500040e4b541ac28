package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.Refusal.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts readings in a row that want a pod moved, for each cause. One good reading starts the count again; once the
 * count is high enough, several good ones in a row do, and the pod stays meanwhile. For one thread at a time.
 */
public final class Streaks {
    private static final Streak NONE = new Streak(0, 0, null);

    private final int badReadings;
    private final int goodReadings;
    private final Map<Row, Streak> streaks = new HashMap<>();

    /** @param pod its UID */
    private record Row(String pod, String cause) {}

    /** Tells readings of one plan from those of the next. */
    @FunctionalInterface
    public interface Readings {
        /** Another number for another one, lower if a clock was set back; null if each plan is a new one. */
        @Nullable
        Long of(String uid, String cause);
    }

    /** @param reading the last that counted; null if each plan is one */
    private record Streak(int bad, int good, @Nullable Long reading) {
        boolean precedes(@Nullable Long next) {
            return reading == null || next == null || !next.equals(reading);
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
     * @param wanted the causes for which it wants pods moved, by UID
     * @param all UIDs of all pods that it knows; others are forgotten
     * @param readings a plan counts for a pod only if its reading is another than the one that counted last
     */
    public void read(Map<String, Set<String>> wanted, Set<String> all, Readings readings) {
        streaks.keySet().removeIf(row -> !all.contains(row.pod()));
        streaks.replaceAll(
                (row, streak) -> wanted.getOrDefault(row.pod(), Set.of()).contains(row.cause())
                        ? streak
                        : good(streak, readings.of(row.pod(), row.cause())));
        streaks.values().removeIf(streak -> streak.bad() == 0);
        wanted.forEach((pod, causes) -> {
            if (all.contains(pod)) {
                causes.forEach(cause ->
                        streaks.compute(new Row(pod, cause), (row, streak) -> bad(streak, readings.of(pod, cause))));
            }
        });
    }

    private static Streak bad(@Nullable Streak streak, @Nullable Long reading) {
        if (streak == null) {
            return new Streak(1, 0, reading);
        }
        return streak.precedes(reading) ? new Streak(streak.bad() + 1, 0, reading) : streak;
    }

    private Streak good(Streak streak, @Nullable Long reading) {
        if (!streak.precedes(reading)) {
            return streak;
        }
        boolean isPause = streak.bad() >= badReadings && streak.good() + 1 < goodReadings;
        return isPause ? new Streak(streak.bad(), streak.good() + 1, reading) : NONE;
    }

    /** Starts all counts again. */
    public void forget() {
        streaks.clear();
    }

    /** How many readings in a row want the pod moved for that cause, at most as many as are enough. */
    int row(String pod, String cause) {
        return Math.min(
                badReadings, streaks.getOrDefault(new Row(pod, cause), NONE).bad());
    }

    /** Why it is too early to move the pod for that cause; empty if enough readings speak for it. */
    public Optional<Refusal> check(String pod, String cause) {
        Streak streak = streaks.getOrDefault(new Row(pod, cause), NONE);
        if (streak.bad() >= badReadings && streak.good() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                Reason.NOT_YET_SURE, streak.bad() + " of " + badReadings + " readings in a row wanted it moved"));
    }
}
