package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Set;

/**
 * Sends pods to the best powered nodes that accept them, and to powerless ones only if no other does, or never. A node
 * without a reading, or with a stale one, is neither preferred nor avoided.
 */
public final class EnergyPlugin implements Filter, Score {
    public static final String NAME = "Energy";

    private final boolean strict;

    /** @param strict whether a pod waits rather than run on a powerless node */
    public EnergyPlugin(boolean strict) {
        this.strict = strict;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        NodeEnergyByPosition energy = snapshot.energy();
        return energy.isEmpty() ? PreparedNodeFilter.PASS : new EnergyCheck(pod, snapshot, energy, strict);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_LABELS_CHANGED, ClusterEvent.ENERGY_CHANGED);
    }

    /**
     * {@link NodeEnergy#value} less the share of the node's CPU that was placed there since its reading: a burst must
     * not drain the best node.
     */
    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        NodeEnergyByPosition energy = snapshot.energy();
        if (energy.isEmpty()) {
            return NOTHING;
        }
        double[] values = new double[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            NodeState node = nodes.get(i);
            int position = snapshot.positionOf(node);
            double unseen = shareSince(energy.observedSecond(position), node);
            values[i] = Math.max(0, energy.value(position) - unseen);
        }
        return values;
    }

    private static double shareSince(long second, NodeState node) {
        long milliCpu = second == NodeEnergyByPosition.NO_READING ? 0 : node.milliCpuSince(second);
        return milliCpu == 0
                ? 0
                : (double) milliCpu / Math.max(1, node.node().allocatable().milliCpu());
    }
}
