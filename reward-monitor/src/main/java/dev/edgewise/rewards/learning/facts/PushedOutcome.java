package dev.edgewise.rewards.learning.facts;

import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outcome with a value of its own, which an application or a query reports.
 *
 * @param pod uid of the pod
 * @param key idempotency key, 1..128 characters: the first outcome of a pod with a key counts, and each one without a
 *     key. Null for {@link OutcomeCause#QUERY}, whose samples are distinguished where they are read
 * @param type type that pods have or had recently
 * @param node node that exists
 * @param value 0, as bad as a failure, to 1
 * @param cause {@link OutcomeCause#PUSHED} or {@link OutcomeCause#QUERY}
 * @param message reason for people; the first characters are kept
 * @param at when it happened
 */
public record PushedOutcome(
        String pod,
        @Nullable String key,
        String type,
        String node,
        double value,
        OutcomeCause cause,
        String message,
        Instant at) {}
