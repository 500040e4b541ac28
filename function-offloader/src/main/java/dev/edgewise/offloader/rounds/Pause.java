package dev.edgewise.offloader.rounds;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pause of all moves.
 *
 * @param since null where somebody paused by hand
 * @param by the user who paused; {@code anonymous} where callers are not known
 */
public record Pause(@Nullable Instant since, String by, String reason) {
    /** Why nothing moves, for people. */
    String why() {
        return "moves are paused by " + by + ": " + reason;
    }
}
