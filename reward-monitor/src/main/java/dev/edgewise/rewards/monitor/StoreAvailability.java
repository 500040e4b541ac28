package dev.edgewise.rewards.monitor;

/** Tells whether the outcomes that are learned here are stored, and outlive this process. */
@FunctionalInterface
public interface StoreAvailability {
    /** Returns whether the store accepts ledgers, as far as is known: an outage is noticed within a second or two. */
    boolean isAvailable();
}
