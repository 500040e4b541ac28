package dev.edgewise.rewards.monitor;

/** Whether what is learned here outlives this process. */
@FunctionalInterface
public interface StoreAvailability {
    /** Whether the store takes ledgers, as far as is known: an outage is noticed within a second or two. */
    boolean isPossible();
}
