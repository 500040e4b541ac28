package dev.edgewise.kubernetes.lease;

/** What a service does when it becomes the leader and when it is the leader no more. */
public interface LeaderCallbacks {
    /** For a service that asks its {@code WriteGate} before each write, and does no more about who leads. */
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
     * This replica has become the leader. Called on the thread that renews the Lease, or without an election at the start: must not
     * block for long. May still come while {@link #drain} runs, and after it: nothing is to begin then.
     */
    void startedLeading();

    /**
     * It is the leader no more, and its {@link Fence} is shut; it seeks the Lease again, and may lead again. Called on the thread that
     * renews the Lease: must not block for long.
     */
    void stoppedLeading();

    /**
     * At the end of the process, whether it leads or not: decides no more and lets what was decided end.
     *
     * @return whether all of it ended; if not, the Lease is left to run out, so that the next leader does not decide before the last
     *     writes have arrived
     */
    boolean drain();
}
