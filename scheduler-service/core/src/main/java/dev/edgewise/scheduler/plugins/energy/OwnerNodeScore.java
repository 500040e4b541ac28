package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Set;

/** A score by a pod's owner. As a filter it rejects nothing, and names what is known of the owner and the nodes. */
abstract class OwnerNodeScore implements Filter, Score {
    private final String name;

    OwnerNodeScore(String name) {
        this.name = name;
    }

    /** Returns how well each of the nodes suits the pod, 0..1. */
    abstract double[] values(PodWithOwnerNode pod, List<NodeState> nodes);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        NodeEnergyByPosition energy = snapshot.energy();
        boolean silent = energy.isEmpty() && PodWithOwnerNode.ownerOf(pod) == null;
        return silent ? PreparedNodeFilter.PASS : new OwnerSignalEvidenceReporter(pod, snapshot, energy);
    }

    @Override
    public final Set<ClusterEvent> eventsToRegister() {
        return Set.of();
    }

    @Override
    public final double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        PodWithOwnerNode owned = PodWithOwnerNode.of(pod, snapshot);
        return owned == null ? NOTHING : values(owned, nodes);
    }
}
