package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts readings in a row that want a pod moved, for each cause. One good reading starts the count again; once the
 * count is high enough, several good ones in a row do, and the pod stays meanwhile. Immutable.
 */
public final class ConsecutiveReadings {
    private static final Count NONE = new Count(0, 0, null);

    private final int badReadings;
    private final int goodReadings;
    private final Map<Row, Count> counts;

    /** @param pod its UID */
    private record Row(String pod, String cause) {}

    /** Tells the readings of one plan from the readings of the next. */
    @FunctionalInterface
    public interface Readings {
        /** Another number for another one, lower if a clock was set back; null if each plan is a new one. */
        @Nullable
        Long of(String uid, String cause);
    }

    /** @param reading the last that counted; null if each plan is one */
    private record Count(int bad, int good, @Nullable Long reading) {
        boolean precedes(@Nullable Long next) {
            return reading == null || next == null || !next.equals(reading);
        }
    }

    private ConsecutiveReadings(int badReadings, int goodReadings, Map<Row, Count> counts) {
        this.badReadings = badReadings;
        this.goodReadings = goodReadings;
        this.counts = Collections.unmodifiableMap(counts);
    }

    /** Returns counts that begin now. */
    public static ConsecutiveReadings none(SafetySettings settings) {
        return new ConsecutiveReadings(settings.badReadings(), settings.goodReadings(), Map.of());
    }

    /**
     * Returns the counts after one more plan.
     *
     * @param wanted the causes for which it wants pods moved, by UID
     * @param all UIDs of all pods that it knows; others are forgotten
     * @param readings a plan counts for a pod only if its reading is another than the one that counted last
     */
    public ConsecutiveReadings read(Map<String, Set<String>> wanted, Set<String> all, Readings readings) {
        Map<Row, Count> next = new HashMap<>(counts);
        next.keySet().removeIf(row -> !all.contains(row.pod()));
        next.replaceAll((row, count) -> wanted.getOrDefault(row.pod(), Set.of()).contains(row.cause())
                ? count
                : good(count, readings.of(row.pod(), row.cause())));
        next.values().removeIf(count -> count.bad() == 0);
        wanted.forEach((pod, causes) -> {
            if (all.contains(pod)) {
                causes.forEach(cause ->
                        next.compute(new Row(pod, cause), (row, count) -> bad(count, readings.of(pod, cause))));
            }
        });
        return new ConsecutiveReadings(badReadings, goodReadings, next);
    }

    private static Count bad(@Nullable Count count, @Nullable Long reading) {
        if (count == null) {
            return new Count(1, 0, reading);
        }
        return count.precedes(reading) ? new Count(count.bad() + 1, 0, reading) : count;
    }

    private Count good(Count count, @Nullable Long reading) {
        if (!count.precedes(reading)) {
            return count;
        }
        boolean isPause = count.bad() >= badReadings && count.good() + 1 < goodReadings;
        return isPause ? new Count(count.bad(), count.good() + 1, reading) : NONE;
    }

    /** Returns counts that begin again. */
    public ConsecutiveReadings forget() {
        return new ConsecutiveReadings(badReadings, goodReadings, Map.of());
    }

    /** The number of readings in a row that want the pod moved for that cause, at most as many as are enough. */
    public int row(String pod, String cause) {
        return Math.min(
                badReadings, counts.getOrDefault(new Row(pod, cause), NONE).bad());
    }

    /** Returns why it is too early to move the pod for that cause; empty if enough readings speak for it. */
    public Optional<MoveRefusal> check(String pod, String cause) {
        Count count = counts.getOrDefault(new Row(pod, cause), NONE);
        if (count.bad() >= badReadings && count.good() == 0) {
            return Optional.empty();
        }
        return Optional.of(new MoveRefusal(
                Reason.NOT_YET_SURE, count.bad() + " of " + badReadings + " readings in a row wanted it moved"));
    }
}
