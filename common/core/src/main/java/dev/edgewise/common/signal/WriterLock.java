package dev.edgewise.common.signal;

import java.time.Duration;
import java.util.Optional;

/** Lets one process at a time write a kind of signal, where several share a store. Safe for many threads. */
public interface WriterLock {
    /** A lock that each process holds: for a store that is not shared. */
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
     * Takes the lock if it is free, or renews it.
     *
     * @param identity of the process; one that comes back under the same identity holds it still
     * @param time after which it is free again if it is not renewed; positive
     * @return the identity of who holds it now
     * @throws SignalStoreUnavailableException if that is not known
     */
    String hold(String identity, Duration time);

    /** The holder's name after the last holder released the lock. */
    String RELEASED = "";

    /**
     * Returns the holder of the lock, without taking it: {@link #RELEASED} for a while after its holder released it;
     * empty if it is free for an unknown reason: it expired, or the store lost it.
     *
     * @throws SignalStoreUnavailableException if that is not known
     */
    Optional<String> holder();

    /**
     * Releases the lock, and announces it, so that another process need not wait; does nothing if another holds it.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached
     */
    void release(String identity);
}
