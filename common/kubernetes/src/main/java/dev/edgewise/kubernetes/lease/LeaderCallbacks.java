package dev.edgewise.kubernetes.lease;

/** Callbacks of a service that becomes the leader or stops leading. */
public interface LeaderCallbacks {
    /** Callbacks of a service that only checks its {@code WriteGate} before each write. */
    LeaderCallbacks NONE = new LeaderCallbacks() {
        @Override
        public void startedLeading() {}

        @Override
        public void stoppedLeading() {}

        @Override
        public boolean drain() {
            return true;
        }
    };

    /**
     * Called when this replica has become the leader, on the thread that renews the Lease, or without an election at
     * the start: must not block for long. May still be called while {@link #drain} runs, or after it: nothing may start
     * then.
     */
    void startedLeading();

    /**
     * Called when this replica has stopped leading, and its {@link LeaderWriteGate} is closed; it may lead again.
     * Called on the thread that renews the Lease: must not block for long.
     */
    void stoppedLeading();

    /**
     * Called at shutdown, whether it leads or not: takes no new decisions and finishes those in progress.
     *
     * @return whether all of them finished; if not, the Lease is left to expire, so that the next leader does not
     *     decide before the last writes have arrived
     */
    boolean drain();
}
