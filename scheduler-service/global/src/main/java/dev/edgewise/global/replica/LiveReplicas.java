package dev.edgewise.global.replica;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.queue.OwningReplica;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The replicas whose Leases are renewed. When a Lease was renewed is measured by this machine's monotonic clock, from
 * the moment this replica saw it: clocks of two machines are never compared. Thread-safe.
 */
public final class LiveReplicas {
    private final String own;
    private final Duration duration;
    private final Ticker ticker;
    private final Map<String, Seen> others = new HashMap<>();
    private boolean isRenewed;
    private long renewedAt;

    /** @param version of the Lease: another one is a renewal */
    private record Seen(String version, long at) {}

    /**
     * @param own name of this replica's Lease
     * @param duration how long a replica lives after a renewal
     */
    public LiveReplicas(String own, Duration duration, Ticker ticker) {
        this.own = own;
        this.duration = duration;
        this.ticker = ticker;
    }

    /** Returns the name of this replica. */
    public String own() {
        return own;
    }

    synchronized void changed(HasMetadata lease) {
        String name = lease.getMetadata().getName();
        String version = String.valueOf(lease.getMetadata().getResourceVersion());
        Seen before = others.get(name);
        if (!name.equals(own) && (before == null || !before.version().equals(version))) {
            others.put(name, new Seen(version, ticker.nanos()));
        }
    }

    synchronized void gone(String namespace, String name) {
        others.remove(name);
    }

    /** @param requestedAt when the request of the renewal was sent: others count from its arrival, which is later */
    synchronized void renewed(long requestedAt) {
        isRenewed = true;
        renewedAt = requestedAt;
    }

    synchronized void released() {
        isRenewed = false;
    }

    /** Whether this replica may decide: the others know that it lives. */
    public synchronized boolean isLive() {
        return isRenewed && ticker.since(renewedAt).compareTo(duration) < 0;
    }

    /** Returns the names of all live replicas, with this one only while it is live. */
    public synchronized Set<String> live() {
        Set<String> live = new TreeSet<>();
        others.forEach((name, seen) -> {
            if (ticker.since(seen.at()).compareTo(duration) < 0) {
                live.add(name);
            }
        });
        if (isLive()) {
            live.add(own);
        }
        return live;
    }

    /** Returns the names of replicas that have not been renewed for that long. */
    synchronized Set<String> dead(Duration since) {
        Set<String> dead = new TreeSet<>();
        others.forEach((name, seen) -> {
            if (ticker.since(seen.at()).compareTo(since) >= 0) {
                dead.add(name);
            }
        });
        return dead;
    }

    /** Whether a request belongs to this replica. */
    public boolean isMine(String requestUid) {
        return own.equals(OwningReplica.replicaOf(requestUid, live()));
    }
}
