package dev.edgewise.scheduler.signals.energy;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.model.Node;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The energy of all nodes, by their positions. Made once for all pods that are decided until a node, a label or a
 * reading changes, or a reading becomes stale. Immutable.
 */
public final class NodeEnergyByPosition {
    /** Stands in for the time of a reading where none is valid. */
    public static final long NO_READING = Long.MAX_VALUE;

    static final int POWERLESS_RANK = 4;
    private static final int[] NONE = {};
    private static final int RANKS = POWERLESS_RANK + 1;

    private final EnergyIndex index;
    private final NodeEnergy[] nodes;
    // Values that scores need of each node, side by side: to follow its references to a reading would miss the cache
    // four times.
    private final double[] values;
    private final long[] observedSeconds;
    private final int[][] ranks;
    private final Coverage coverage;
    private final Instant until;

    /**
     * Numbers of nodes by the source of their energy.
     *
     * @param fresh by a valid reading
     * @param stale by a reading that is not valid any more
     * @param labelled by their label only
     * @param oldest when the oldest of the readings was observed; null if there is none
     */
    public record Coverage(int fresh, int stale, int labelled, int unknown, @Nullable Instant oldest) {}

    private NodeEnergyByPosition(EnergyIndex index, NodeEnergy[] nodes, int[][] ranks) {
        this.index = index;
        this.nodes = nodes;
        this.values = Arrays.stream(nodes).mapToDouble(NodeEnergy::value).toArray();
        this.observedSeconds = Arrays.stream(nodes)
                .mapToLong(NodeEnergyByPosition::observedSecond)
                .toArray();
        this.ranks = ranks;
        this.coverage = coverage(nodes);
        this.until = firstExpiry(nodes);
    }

    /**
     * The table of these nodes at a moment.
     *
     * @param turns all positions in the order in which nodes of one level are to be met; not asked for while nothing is
     *     known
     */
    public static NodeEnergyByPosition of(EnergyIndex index, List<Node> nodes, Supplier<int[]> turns, Instant now) {
        NodeEnergy[] known = new NodeEnergy[nodes.size()];
        boolean any = !index.isEmpty();
        for (int i = 0; i < known.length; i++) {
            Node node = nodes.get(i);
            known[i] = NodeEnergy.of(node, index.of(node.name()), now);
            any |= known[i] != NodeEnergy.UNKNOWN;
        }
        return new NodeEnergyByPosition(index, known, any ? ranked(known, turns.get()) : new int[0][]);
    }

    /** Returns whether it still holds at that moment, as long as the nodes are the same. */
    public boolean holds(EnergyIndex now, Instant moment) {
        return now == index && !moment.isAfter(until);
    }

    /** Returns whether neither a reading nor a label says anything about any node. */
    public boolean isEmpty() {
        return ranks.length == 0;
    }

    /** Returns the energy of the node at that position; {@link NodeEnergy#UNKNOWN} for a missing node (-1). */
    public NodeEnergy at(int position) {
        return position < 0 ? NodeEnergy.UNKNOWN : nodes[position];
    }

    /** {@link NodeEnergy#value} of the node at that position. */
    public double value(int position) {
        return position < 0 ? NodeEnergy.UNKNOWN.value() : values[position];
    }

    /**
     * Returns when the valid reading of the node at that position was observed, in seconds since 1970; {@link
     * #NO_READING} without one.
     */
    public long observedSecond(int position) {
        return position < 0 ? NO_READING : observedSeconds[position];
    }

    private static long observedSecond(NodeEnergy node) {
        EnergyReading reading = node.valid();
        return reading == null ? NO_READING : reading.observed().at().getEpochSecond();
    }

    /** The positions of the nodes of each level, the best level first, powerless last; not to be changed. */
    public int[][] ranks() {
        return ranks;
    }

    /** The positions of the powerless nodes; not to be changed. */
    public int[] powerlessPositions() {
        return isEmpty() ? NONE : ranks[POWERLESS_RANK];
    }

    /** Returns how many nodes are powerless. */
    public int powerless() {
        return isEmpty() ? 0 : ranks[POWERLESS_RANK].length;
    }

    public Coverage coverage() {
        return coverage;
    }

    private static int[][] ranked(NodeEnergy[] nodes, int[] turns) {
        int[] sizes = new int[RANKS];
        for (NodeEnergy node : nodes) {
            sizes[node.rank()]++;
        }
        int[][] ranks = Arrays.stream(sizes).mapToObj(int[]::new).toArray(int[][]::new);
        int[] next = new int[RANKS];
        for (int position : turns) {
            int rank = nodes[position].rank();
            ranks[rank][next[rank]++] = position;
        }
        return ranks;
    }

    private static Coverage coverage(NodeEnergy[] nodes) {
        int fresh = 0;
        int stale = 0;
        int labelled = 0;
        Instant oldest = null;
        for (NodeEnergy node : nodes) {
            EnergyReading reading = node.reading();
            if (reading == null) {
                labelled += node.level() == null ? 0 : 1;
                continue;
            }
            fresh += node.isStale() ? 0 : 1;
            stale += node.isStale() ? 1 : 0;
            Instant at = reading.observed().at();
            oldest = oldest == null || at.isBefore(oldest) ? at : oldest;
        }
        return new Coverage(fresh, stale, labelled, nodes.length - fresh - stale - labelled, oldest);
    }

    private static Instant firstExpiry(NodeEnergy[] nodes) {
        Instant first = Instant.MAX;
        for (NodeEnergy node : nodes) {
            EnergyReading reading = node.valid();
            if (reading != null) {
                ObservationMetadata observed = reading.observed();
                Instant expiry = observed.at().plus(observed.validFor());
                first = expiry.isBefore(first) ? expiry : first;
            }
        }
        return first;
    }
}
