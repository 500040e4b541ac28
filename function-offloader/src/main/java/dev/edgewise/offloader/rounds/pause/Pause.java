package dev.edgewise.offloader.rounds.pause;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pause of all moves.
 *
 * @param since null where somebody paused by hand
 * @param by the user who paused; {@code anonymous} where callers are not known
 */
public record Pause(@Nullable Instant since, String by, String reason) {
    /** Returns why nothing moves, for people. */
    public String why() {
        return "moves are paused by " + by + ": " + reason;
    }
}
