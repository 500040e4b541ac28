package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.recovery.FailureCause;
import dev.edgewise.scheduler.recovery.RecoveryStatus;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects failed nodes, by the taints that Kubernetes gives them at once ({@code NoSchedule}) or as it evicts pods, one
 * node in 10 s ({@code NoExecute}), and by the paths to them where that counts. Intervals are measured from when they
 * are first seen. For one thread.
 *
 * <p>If most nodes seem to fail, the control plane has rather lost its connection to them, and none counts as failed.
 * No node counts either while a good part of them began to fail recently, as the others may follow. If one more failure
 * would make it most nodes, each waits until that failure would have been seen, so that the rule holds in a cluster of
 * three, too. Up to the number of failures that capacity is reserved for, none of this applies. After an outage nodes
 * return one after the other: a node that has not returned yet counts as failed only after the time that this takes.
 *
 * <p>Source: zone states of the node lifecycle controller in kubernetes, pkg/controller/nodelifecycle.
 */
final class FailedNodeDetector implements RecoveryStatus {
    private static final Logger LOG = LoggerFactory.getLogger(FailedNodeDetector.class);

    /** The share of failing nodes from which it is an outage: the threshold of kube-controller-manager. */
    private static final double OUTAGE_SHARE = 0.55;
    /** The share of nodes that began to fail recently from which an outage is suspected. */
    private static final double RECENT_FAILURE_SHARE = 0.2;
    /** The number of recently failing nodes below which the failures may be chance. */
    private static final int RECENT_FAILURES = 3;
    /** The least number of failing nodes of an outage: a single one is unrelated to the others. */
    private static final int LEAST_OUTAGE_FAILURES = 2;

    /**
     * The time for which a failure is recent, more than the lease of a node: nodes that are lost together are tainted
     * one after the other.
     */
    private static final Duration RECENT = Duration.ofSeconds(10);

    /**
     * The time for nodes to return: once they are connected to the control plane again, kubelets report within 10 s,
     * and kube-controller-manager checks every 5 s.
     */
    private static final Duration RETURN_TIME = Duration.ofSeconds(20);

    /** The maximum number of failed nodes that are shown. */
    private static final int MOST_LISTED = 100;

    private final FailureRules rules;
    private final Ticker ticker;
    private final Map<String, Long> since = new HashMap<>();
    private final NetworkSilentNodeDetector silent = new NetworkSilentNodeDetector();
    /** The time since which each node is suspected for a cause that may be an outage. */
    private volatile Map<String, Long> suspected = Map.of();
    /** Whether most nodes were suspected at some time since recovery is paused. */
    private boolean pausedByOutage;
    /** Nodes that were still suspected when the outage ended, until they are not: they may be about to return. */
    private final Set<String> returning = new HashSet<>();

    /** The home nodes that were asked about last. */
    private volatile Set<String> homes = Set.of();

    private volatile String pauseReason = "";
    private volatile Set<String> failed = Set.of();

    FailedNodeDetector(FailureRules rules, Ticker ticker) {
        this.rules = rules;
        this.ticker = ticker;
    }

    /** Returns whether too many nodes fail together for any to count as failed. For any thread. */
    boolean isPaused() {
        return !pauseReason.isEmpty();
    }

    @Override
    public @Nullable String pauseReason() {
        String why = pauseReason;
        return why.isEmpty() ? null : why;
    }

    @Override
    public List<String> failedNodes() {
        return failed.stream().limit(MOST_LISTED).toList();
    }

    private void setPaused(boolean now) {
        if (now && !isPaused()) {
            LOG.warn(
                    "Recovery is paused, as nodes fail together as if the control plane had lost them; nodes={}",
                    suspected.size());
        } else if (isPaused() && !now) {
            LOG.info("Recovery continues");
            if (pausedByOutage) {
                returning.addAll(suspected.keySet());
                pausedByOutage = false;
            }
        }
        returning.retainAll(suspected.keySet());
        pauseReason = now ? suspected.size() + " nodes fail together, as if the control plane had lost them" : "";
    }

    /**
     * Clears all state, as another replica decides: when nodes began to fail is observed again once this replica
     * decides.
     */
    void forget() {
        since.clear();
        suspected = Map.of();
        homes = Set.of();
        returning.clear();
        pausedByOutage = false;
        pauseReason = "";
        failed = Set.of();
    }

    /** Returns the failed ones of the nodes; a node is tracked as long as it is asked about. */
    Set<String> find(Set<String> nodes, Snapshot snapshot) {
        homes = nodes;
        suspected = findSuspects(snapshot);
        boolean isOutage = isMost(suspected.size(), snapshot);
        pausedByOutage |= isOutage;
        setPaused(isOutage || manyFailedRecently(suspected, snapshot));
        if (isPaused()) {
            since.clear();
        }
        failed = isPaused() ? Set.of() : failedForGracePeriod(nodes, snapshot);
        return failed;
    }

    private Set<String> failedForGracePeriod(Set<String> nodes, Snapshot snapshot) {
        boolean isNextPaused = isMost(suspected.size() + 1, snapshot);
        since.keySet().retainAll(nodes);
        Set<String> found = new TreeSet<>();
        for (String name : nodes) {
            if (!isFailing(name, snapshot)) {
                since.remove(name);
            } else if (ticker.since(since.computeIfAbsent(name, first -> ticker.nanos()))
                            .compareTo(graceOf(name, snapshot, isNextPaused))
                    >= 0) {
                found.add(name);
            }
        }
        return Collections.unmodifiableSet(found);
    }

    private Duration graceOf(String node, Snapshot snapshot, boolean isNextPaused) {
        Duration grace = rules.grace();
        if (cause(snapshot.node(node)) == FailureCause.NOT_READY && !isSilent(node, snapshot)) {
            grace = longer(grace, rules.notReadyGrace());
        }
        if (isNextPaused) {
            grace = longer(grace, rules.lastGrace());
        }
        return returning.contains(node) ? longer(grace, RETURN_TIME) : grace;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /**
     * Returns since when each node is suspected, as part of a possible outage: all nodes, with or without protected
     * pods, and deleted nodes that still have pods.
     */
    private Map<String, Long> findSuspects(Snapshot snapshot) {
        Map<String, Long> before = suspected;
        Map<String, Long> now = new HashMap<>();
        for (NodeState node : snapshot.nodes()) {
            if (node.node().isLost() || isSilent(node.name(), snapshot)) {
                now.put(node.name(), before.getOrDefault(node.name(), ticker.nanos()));
            }
        }
        for (String home : homes) {
            if (snapshot.node(home) == null) {
                now.put(home, before.getOrDefault(home, ticker.nanos()));
            }
        }
        return now;
    }

    private boolean isMost(int failing, Snapshot snapshot) {
        return failing >= LEAST_OUTAGE_FAILURES && isShare(failing, OUTAGE_SHARE, snapshot);
    }

    private boolean manyFailedRecently(Map<String, Long> suspects, Snapshot snapshot) {
        long fresh = suspects.values().stream()
                .filter(at -> ticker.since(at).compareTo(RECENT) < 0)
                .count();
        return fresh >= RECENT_FAILURES && isShare(fresh, RECENT_FAILURE_SHARE, snapshot);
    }

    /**
     * Returns whether the failing nodes exceed the share; as many failures as capacity is reserved for are no outage.
     */
    private boolean isShare(long failing, double share, Snapshot snapshot) {
        long deleted =
                homes.stream().filter(home -> snapshot.node(home) == null).count();
        return failing > rules.failures()
                && failing >= share * (snapshot.nodes().size() + deleted);
    }

    /**
     * Returns whether the pods of the node may be restarted now: it has a failure that counts, and the number of
     * failures does not pause recovery, independently of the last call of {@link #find}. For any thread.
     */
    boolean mayRestartPodsOf(String node, Snapshot snapshot) {
        if (!isFailing(node, snapshot)) {
            return false;
        }
        Map<String, Long> suspects = findSuspects(snapshot);
        return !isPaused() && !isMost(suspects.size(), snapshot) && !manyFailedRecently(suspects, snapshot);
    }

    /** Returns whether the node has a failure now that counts. For any thread. */
    boolean isFailing(String node, Snapshot snapshot) {
        FailureCause cause = cause(snapshot.node(node));
        return (cause != null && rules.causes().contains(cause)) || isSilent(node, snapshot);
    }

    private boolean isSilent(String node, Snapshot snapshot) {
        return rules.causes().contains(FailureCause.SILENT) && silent.contains(node, snapshot);
    }

    private static @Nullable FailureCause cause(@Nullable NodeState node) {
        if (node == null) {
            return FailureCause.DELETED;
        }
        for (Taint taint : node.node().taints()) {
            if (taint.key().equals(Taint.UNREACHABLE)) {
                return FailureCause.UNREACHABLE;
            }
            if (taint.key().equals(Taint.NOT_READY)) {
                return FailureCause.NOT_READY;
            }
        }
        return null;
    }
}
