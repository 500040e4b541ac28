package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.common.web.InvalidInputException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request for better backups.
 *
 * @param apply whether the plan is carried out; null for false
 * @param deadlineSeconds how long it may search, 1 to 60; null for 10
 * @param maxMoves how many pods may get another backup, 1 to 1,000; null for 500: decisions wait while they are changed
 */
record OptimizeRequest(@Nullable Boolean apply, @Nullable Integer deadlineSeconds, @Nullable Integer maxMoves) {
    private static final int LONGEST_SECONDS = 60;
    private static final int DEFAULT_SECONDS = 10;
    private static final int MOST_MOVES = 1_000;
    private static final int DEFAULT_MOVES = 500;

    boolean applies() {
        return Boolean.TRUE.equals(apply);
    }

    /** @throws InvalidInputException if it is out of bounds */
    Duration deadline() {
        return Duration.ofSeconds(bounded("deadlineSeconds", deadlineSeconds, DEFAULT_SECONDS, LONGEST_SECONDS));
    }

    /** @throws InvalidInputException if it is out of bounds */
    int moves() {
        return bounded("maxMoves", maxMoves, DEFAULT_MOVES, MOST_MOVES);
    }

    private static int bounded(String field, @Nullable Integer value, int usual, int most) {
        if (value == null) {
            return usual;
        }
        if (value < 1 || value > most) {
            throw new InvalidInputException(field, value, "1 to " + most);
        }
        return value;
    }
}
