package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outcome that comes with its own value.
 *
 * @param pod uid of the pod
 * @param key idempotency key, 1..128 characters: of several of a pod with the same key the first one counts; without one each counts. Null for
 *     {@link Cause#QUERY}, whose samples are distinguished where they are read
 * @param type one that pods have, or had lately
 * @param node one that exists
 * @param value 0, as bad as a failure, to 1
 * @param cause {@link Cause#PUSHED} or {@link Cause#QUERY}
 * @param message why, for people; at most 200 characters are kept
 * @param at when it happened
 */
public record PushedOutcome(
        String pod,
        @Nullable String key,
        String type,
        String node,
        double value,
        Cause cause,
        String message,
        Instant at) {}
