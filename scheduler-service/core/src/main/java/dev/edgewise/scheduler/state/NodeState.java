package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node with the pods that occupy it, bound or assumed. Immutable; sums are kept, not computed. */
public final class NodeState extends FreeCapacity {
    /** A pod of this priority may exist; its node is then looked through each time. */
    private static final int UNKNOWN = Integer.MIN_VALUE;

    /** The index of a node that is in no table. */
    private static final int NOT_IN_TABLE = -1;

    private final Node node;
    /**
     * The node's name, kept here so that asking for it does not touch the node: with thousands of nodes that misses the
     * cache.
     */
    private final String name;

    private final List<Pod> pods;
    private final NodePodTotals sums;
    /** The total that a score reads for each node, kept here for the same reason. */
    private final Resources nonZeroRequested;

    private final int tableIndex;
    // Found when they are first asked for, by any thread: to be read once in a method.
    private volatile int lowestPriority;
    private volatile @Nullable List<Pod> mostImportantFirst;
    private volatile @Nullable PodStartTimes startTimes;
    private final boolean untainted;

    /**
     * The start times of its pods.
     *
     * @param last second in which the last one did
     * @param milliCpu of those that started in {@code since} or later
     */
    private record PodStartTimes(long last, long since, long milliCpu) {}

    private NodeState(Node node, List<Pod> pods, NodePodTotals sums, int lowestPriority, int tableIndex) {
        super(node.maxPods() - pods.size(), node.allocatable(), sums.amounts());
        this.node = node;
        this.name = node.name();
        this.pods = pods;
        this.sums = sums;
        this.nonZeroRequested = sums.nonZero();
        this.lowestPriority = lowestPriority;
        this.tableIndex = tableIndex;
        this.untainted = !node.unschedulable() && !node.excludes();
    }

    public static NodeState of(Node node) {
        return empty(node, NOT_IN_TABLE);
    }

    private static NodeState empty(Node node, int tableIndex) {
        return new NodeState(node, List.of(), NodePodTotals.NONE, Integer.MAX_VALUE, tableIndex);
    }

    /** Returns this node as it is at that position of a table. */
    NodeState withTableIndex(int index) {
        return new NodeState(node, pods, sums, lowestPriority, index);
    }

    /**
     * Returns the position in the table that this state, or the state it was derived from, came from; it may have left
     * the table.
     */
    int tableIndex() {
        return tableIndex;
    }

    public Node node() {
        return node;
    }

    public String name() {
        return name;
    }

    public List<Pod> pods() {
        return pods;
    }

    /**
     * Returns the total requests of its pods, of the resources that it offers. Made for each call; see {@link
     * #requestedAmounts}.
     */
    public Resources requested() {
        return sums.all();
    }

    /** Returns the total requests of its pods for CPU, memory and ephemeral storage. */
    public Resources requestedAmounts() {
        return sums.amounts();
    }

    /** Returns these totals with the defaults that scores use. */
    public Resources nonZeroRequested() {
        return nonZeroRequested;
    }

    /** The host ports that its pods hold, one element for each pod that holds any. */
    public List<HostPorts> usedPorts() {
        return sums.ports();
    }

    /** Returns the lowest priority of its pods; the largest integer if it has none. */
    public int lowestPriority() {
        int lowest = lowestPriority;
        if (lowest == UNKNOWN) {
            lowest = PodLists.lowestOf(pods);
            lowestPriority = lowest;
        }
        return lowest;
    }

    /**
     * CPU, in thousandths, that those pods ask for which started in that second or later, or have not started. The last
     * sum is kept, and if no pod is as new, the usual case, no sum is computed.
     *
     * @param second since 1970; an {@link java.time.Instant} would be made for each node
     */
    public long milliCpuSince(long second) {
        PodStartTimes known = startTimes;
        if (known == null || known.last() >= second && known.since() != second) {
            long last = known == null ? PodLists.lastStartOf(pods) : known.last();
            known = new PodStartTimes(last, second, last < second ? 0 : PodLists.milliCpuSince(second, pods));
            startTimes = known;
        }
        return known.last() < second ? 0 : known.milliCpu();
    }

    /** Returns its pods of lower priority, the most important first. */
    public List<Pod> podsBelow(int priority) {
        List<Pod> sorted = mostImportantFirst;
        if (sorted == null) {
            sorted = PodPriorityOrder.sorted(pods);
            mostImportantFirst = sorted;
        }
        return PodPriorityOrder.lowerThan(priority, sorted);
    }

    /** Returns whether it is neither cordoned nor has a taint that excludes pods. */
    public boolean isUntainted() {
        return untainted;
    }

    /** Returns the free amount of any other resource. */
    public long freeScalar(String name) {
        return node.allocatable().scalar(name) - sums.scalars().getOrDefault(name, 0L);
    }

    /** Returns the same pods on a node that changed. */
    public NodeState withNode(Node changed) {
        Map<String, Long> offered = changed.allocatable().scalars();
        NodePodTotals known = offered.keySet().equals(offered().keySet()) ? sums : sums.offering(offered, pods);
        return new NodeState(changed, pods, known, lowestPriority, tableIndex);
    }

    public NodeState with(Pod pod) {
        int lowest = lowestPriority;
        return new NodeState(
                node,
                PodLists.added(pods, pod),
                sums.with(pod, offered()),
                lowest == UNKNOWN ? UNKNOWN : Math.min(lowest, pod.spec().priority()),
                tableIndex);
    }

    /** This node without the pod of that name; the same object if it has none. */
    public NodeState without(PodKey key) {
        for (Pod pod : pods) {
            if (pod.key().equals(key)) {
                return without(pod);
            }
        }
        return this;
    }

    /** This node without those of its pods; they are recognised as objects, not by name. */
    public NodeState without(List<Pod> gone) {
        if (gone.size() == pods.size()) {
            return empty(node, tableIndex);
        }
        List<Pod> rest = new ArrayList<>(pods.size());
        for (Pod pod : pods) {
            if (!PodLists.isAmong(gone, pod)) {
                rest.add(pod);
            }
        }
        NodePodTotals left = sums;
        for (Pod pod : gone) {
            left = left.without(pod, offered());
        }
        return new NodeState(node, rest, left, UNKNOWN, tableIndex);
    }

    private NodeState without(Pod pod) {
        int lowest = lowestPriority;
        return new NodeState(
                node,
                PodLists.removed(pods, pod),
                sums.without(pod, offered()),
                pod.spec().priority() == lowest ? UNKNOWN : lowest,
                tableIndex);
    }

    private Map<String, Long> offered() {
        return node.allocatable().scalars();
    }
}
