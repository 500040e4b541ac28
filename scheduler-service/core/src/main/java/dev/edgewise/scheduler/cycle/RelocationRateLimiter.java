package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of pods that are moved for others in a minute, and the time spent on the search for them.
 * Single-threaded.
 */
final class RelocationRateLimiter {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    /** Pause before another pod of the same controller may have to move. */
    private static final Duration CONTROLLER_PAUSE = Duration.ofMinutes(5);
    /**
     * Ratio of the pause to the duration of a search without a result: many pods may wait without a result, and
     * decisions wait for searches.
     */
    private static final int PAUSE_FACTOR = 19;

    private final int mostPerMinute;
    private final Ticker ticker;
    /** Time of the last move of a pod, by controller; the most recent one at the end. */
    private final Map<String, Long> moves = new LinkedHashMap<>();

    private long pausedAt;
    private long pause;

    RelocationRateLimiter(int mostPerMinute, Ticker ticker) {
        this.mostPerMinute = mostPerMinute;
        this.ticker = ticker;
    }

    /** Returns whether one more is looked for now. */
    boolean allows() {
        moves.values().removeIf(at -> ticker.since(at).compareTo(CONTROLLER_PAUSE) >= 0);
        long lately = moves.values().stream()
                .filter(at -> ticker.since(at).compareTo(WINDOW) < 0)
                .count();
        return lately < mostPerMinute && ticker.nanos() - pausedAt >= pause;
    }

    /** Returns whether another pod of the controller was moved recently. */
    boolean wasMovedRecently(String controller) {
        return moves.containsKey(controller);
    }

    void moved(String controller) {
        moves.remove(controller);
        moves.put(controller, ticker.nanos());
    }

    /** Counts the time that the search takes, if nothing comes of it. */
    <T> @Nullable T timed(Supplier<@Nullable T> search) {
        long begun = ticker.nanos();
        T found = search.get();
        pausedAt = ticker.nanos();
        pause = found == null ? PAUSE_FACTOR * (pausedAt - begun) : 0;
        return found;
    }
}
