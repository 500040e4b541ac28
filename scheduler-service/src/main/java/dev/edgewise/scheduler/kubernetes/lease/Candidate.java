package dev.edgewise.scheduler.kubernetes.lease;

/** Who stands for election. Called on the thread that renews the Lease: must not block for long. */
public interface Candidate {
    /** This replica has become the leader. */
    void lead();

    /** It is the leader no more, and its {@link Fence} is shut; it seeks the Lease again, and may lead again. */
    void stepDown();

    /** Nothing seeks the Lease any more, by a mistake of ours: only a new process can lead. */
    void fail();
}
