package dev.edgewise.offloader.rounds;

import java.time.Instant;

/**
 * That nothing is to be moved.
 *
 * @param by user who said so; {@code anonymous} where callers are not known
 */
public record Pause(Instant since, String by, String reason) {}
