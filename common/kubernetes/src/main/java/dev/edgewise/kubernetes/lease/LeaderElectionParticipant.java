package dev.edgewise.kubernetes.lease;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes part in the election while the service runs; without an election this replica leads from the start. */
public final class LeaderElectionParticipant {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElectionParticipant.class);

    private final LeaderCallbacks callbacks;
    private final @Nullable LeaderElection election;
    private boolean left;

    /** @param election null if no other replica runs */
    public LeaderElectionParticipant(LeaderCallbacks callbacks, @Nullable LeaderElection election) {
        this.callbacks = callbacks;
        this.election = election;
    }

    /** Starts to seek the Lease; to be called once the caches are synced. */
    public synchronized void seek() {
        if (left) {
            return;
        }
        if (election == null) {
            callbacks.startedLeading();
        } else {
            election.start();
        }
    }

    /** Drains, then releases the Lease; there is no second {@link #seek}. */
    public void leave() {
        synchronized (this) {
            left = true;
        }
        boolean drained = drain();
        if (election == null) {
            return;
        }
        if (drained) {
            election.stop();
        } else {
            election.abandon();
        }
    }

    private boolean drain() {
        try {
            return callbacks.drain();
        } catch (RuntimeException e) {
            LOG.error("Draining failed with an unexpected error", e);
            return false;
        }
    }

    /** Whether this replica leads now; always without an election. */
    public boolean isLeading() {
        return election == null || election.isLeader();
    }

    /** Publishes this replica's address in the Lease while it leads. */
    public void announce(Supplier<@Nullable String> address) {
        if (election != null) {
            election.announce(address);
        }
    }

    /** Address of another replica that leads; empty without one, or if it announces none. */
    public Optional<String> leadersAddress() {
        return election == null ? Optional.empty() : election.leadersAddress();
    }
}
