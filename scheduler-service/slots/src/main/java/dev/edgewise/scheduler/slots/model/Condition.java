package dev.edgewise.scheduler.slots.model;

import java.time.Instant;

/**
 * A standard condition of a status.
 *
 * @param type {@link #VALID}, {@link #READY}, {@link #CLAIMED} or {@link #COMPLETE}
 * @param holds whether its status is True; a condition whose status is unknown is left out
 * @param reason one word in CamelCase, for programs
 * @param message a sentence for people
 * @param since when {@code holds} changed last
 * @param observedGeneration generation of the spec that this condition describes
 */
public record Condition(
        String type, boolean holds, String reason, String message, Instant since, long observedGeneration) {
    /** Says whether the spec can be followed; if not, the message names field, value and what is allowed. */
    public static final String VALID = "Valid";

    /** Says of a Testbed whether all of its slots can be used, and of a BatchJob whether a Scheduling may claim it. */
    public static final String READY = "Ready";

    /**
     * Says whether a Scheduling holds its testbed and jobs, or, of a Testbed or BatchJob, whether a Scheduling holds
     * it.
     */
    public static final String CLAIMED = "Claimed";

    /** Says whether a Scheduling or BatchJob has ended, and how. */
    public static final String COMPLETE = "Complete";
}
