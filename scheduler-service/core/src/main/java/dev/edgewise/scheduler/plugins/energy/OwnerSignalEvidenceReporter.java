package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rejects no node, and reports the signals about a pod's owner and about the nodes. */
final class OwnerSignalEvidenceReporter implements PreparedNodeFilter {
    private final Pod pod;
    private final Snapshot snapshot;
    private final NodeEnergyByPosition energy;

    OwnerSignalEvidenceReporter(Pod pod, Snapshot snapshot, NodeEnergyByPosition energy) {
        this.pod = pod;
        this.snapshot = snapshot;
        this.energy = energy;
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        return null;
    }

    @Override
    public boolean acceptsUntaintedNodes() {
        return true;
    }

    @Override
    public List<SignalEvidence> signals() {
        return List.of(owner(), EnergySignalEvidenceFactory.sum(energy, snapshot.takenAt()));
    }

    @Override
    public List<SignalEvidence> signals(NodeState node) {
        NodeEnergy known = energy.at(snapshot.positionOf(node));
        return List.of(EnergySignalEvidenceFactory.of(node.name(), known, snapshot.takenAt()));
    }

    private SignalEvidence owner() {
        String owner = PodWithOwnerNode.ownerOf(pod);
        if (owner == null) {
            return EnergySignalEvidenceFactory.missing(
                    "owner", "the pod has no annotation " + Names.OWNER_NODE_ANNOTATION);
        }
        String subject = "owner " + owner;
        int position = snapshot.positionOf(owner);
        if (position < 0) {
            return EnergySignalEvidenceFactory.missing(subject, "there is no such node");
        }
        NodeEnergy known = energy.at(position);
        boolean unread = known.reading() == null;
        return unread
                ? EnergySignalEvidenceFactory.missing(subject, "the node has no reading")
                : EnergySignalEvidenceFactory.of(subject, known, snapshot.takenAt());
    }
}
