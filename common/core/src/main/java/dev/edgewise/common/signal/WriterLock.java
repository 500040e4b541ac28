package dev.edgewise.common.signal;

import java.time.Duration;
import java.util.Optional;

/** Lets one process at a time write a kind of signal, where several share a store. Safe for many threads. */
public interface WriterLock {
    /** Everybody holds it: for a store that nobody shares. */
    WriterLock UNSHARED = new WriterLock() {
        @Override
        public String hold(String identity, Duration time) {
            return identity;
        }

        @Override
        public Optional<String> holder() {
            return Optional.empty();
        }

        @Override
        public void release(String identity) {}
    };

    /**
     * Takes the lock if nobody holds it, or renews it.
     *
     * @param identity of the process; one that comes back under the same identity holds it still
     * @param time after which it is free again if it is not renewed; positive
     * @return the identity of who holds it now
     * @throws SignalStoreUnavailableException if that is not known
     */
    String hold(String identity, Duration time);

    /** The name of nobody: who held the lock last released it. */
    String RELEASED = "";

    /**
     * Who holds the lock, without taking it; {@link #RELEASED} for a while after its holder let go of it; empty if nobody holds
     * it, and why is not known: it expired, or the store lost it.
     *
     * @throws SignalStoreUnavailableException if that is not known
     */
    Optional<String> holder();

    /**
     * Lets go, and says so, so that another need not wait; nothing if another holds it.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached
     */
    void release(String identity);
}
