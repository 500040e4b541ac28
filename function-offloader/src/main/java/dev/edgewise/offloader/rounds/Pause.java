package dev.edgewise.offloader.rounds;

import java.time.Instant;

/**
 * A pause of all moves.
 *
 * @param by the user who paused; {@code anonymous} where callers are not known
 */
public record Pause(Instant since, String by, String reason) {}
