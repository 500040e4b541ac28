package dev.edgewise.rewards.learning.state;

import dev.edgewise.common.PodTypeName;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The state of one type of pods: the nodes on which it ran, and its outcomes on all of them. */
public final class PodTypeState {
    /** The mean where there are no outcomes. */
    public static final double NEUTRAL = 0.5;

    private final String name;
    private final String namespace;
    private final TreeMap<String, PodTypeNodeState> nodes = new TreeMap<>();
    private final JobDurations jobDurations = new JobDurations();
    /** The times when nodes were closed to it recently, in ms since the epoch. */
    private final Deque<Long> closings = new ArrayDeque<>(0);

    private int closed;
    private OutcomeSums sums = OutcomeSums.NONE;
    private @Nullable Reward published;

    PodTypeState(String name) {
        this.name = name;
        this.namespace = PodTypeName.namespace(name).intern();
    }

    public String name() {
        return name;
    }

    public String namespace() {
        return namespace;
    }

    /** The state of the type on each node, by the name of the node. */
    public NavigableMap<String, PodTypeNodeState> nodes() {
        return Collections.unmodifiableNavigableMap(nodes);
    }

    /** Returns its state on a node; null if there is none. */
    @Nullable
    PodTypeNodeState on(String node) {
        return nodes.get(node);
    }

    void add(PodTypeNodeState on) {
        nodes.put(on.node().name(), on);
    }

    /** Removes its state on a node, with the part of it in the sums and in the count of closed nodes. */
    void remove(PodTypeNodeState on) {
        nodes.remove(on.node().name());
        replace(on.share(), OutcomeSums.NONE);
        if (!on.quarantine().isOpen()) {
            closed--;
        }
    }

    JobDurations jobDurations() {
        return jobDurations;
    }

    /** The sums over all nodes, each with a weight of 1 at most. */
    public OutcomeSums sums() {
        return sums;
    }

    /** Replaces the part of one node in the sums. */
    void replace(OutcomeSums before, OutcomeSums after) {
        sums = sums.minus(before).plus(after);
    }

    /** Returns the mean of all nodes but the one with this part; 0.5 if there are no outcomes. */
    double meanWithout(OutcomeSums part) {
        return sums.minus(part).towards(NEUTRAL);
    }

    /** A node is closed to it from now on. */
    void closed(long now) {
        closed++;
        closings.addLast(now);
    }

    /** A node was closed to it before the process began. */
    void closedBefore(QuarantineState quarantine) {
        closed++;
        if (quarantine.strikes() == 1) {
            closings.addLast(quarantine.sinceMillis());
        }
    }

    /** A node that was closed to it is open from now on. */
    void opened() {
        closed--;
    }

    /** The number of nodes that are closed to it: in quarantine or on probation. */
    public int closedNodes() {
        return closed;
    }

    /** Returns the number of nodes that were closed to it since a moment. */
    public int closingsSince(long moment) {
        closings.removeIf(closing -> closing < moment);
        return closings.size();
    }

    /** The reward over all nodes that was published last; null: none. */
    public @Nullable Reward published() {
        return published;
    }

    public void publish(@Nullable Reward reward) {
        published = reward;
    }
}
