package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.scheduler.framework.PreFilterResult;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists nodes from the best powered to the worst, so that a search that stops early has seen the best. Powerless nodes
 * are the last resort, or none.
 */
final class EnergyCheck implements PreparedNodeFilter {
    static final Rejection POWERLESS = Rejection.unresolvable(EnergyPlugin.NAME, "node(s) were powerless");

    /** 2^32 divided by the golden ratio: what is close together ends far apart. */
    private static final int SPREAD = 0x9E3779B9;

    private final Pod pod;
    private final Snapshot snapshot;
    private final NodeEnergyByPosition energy;
    private final boolean strict;

    EnergyCheck(Pod pod, Snapshot snapshot, NodeEnergyByPosition energy, boolean strict) {
        this.pod = pod;
        this.snapshot = snapshot;
        this.energy = energy;
        this.strict = strict;
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        return strict ? ifPowerless(node) : null;
    }

    @Override
    public boolean hasLastResorts() {
        return !strict && energy.powerless() > 0;
    }

    @Override
    public @Nullable Rejection lastResort(NodeState node) {
        return strict ? null : ifPowerless(node);
    }

    @Override
    public boolean acceptsCandidates() {
        return true;
    }

    @Override
    public PreFilterResult candidates() {
        int rejected = strict ? energy.powerless() : 0;
        return new PreFilterResult(
                snapshot.nodes().size() - rejected,
                () -> new BestPoweredFirst(snapshot, energy, start(), strict),
                true,
                (nodes, reasons) -> reasons.add(POWERLESS, rejected));
    }

    @Override
    public List<SignalEvidence> signals() {
        return List.of(EnergySignalEvidenceFactory.sum(energy, snapshot.takenAt()));
    }

    @Override
    public List<SignalEvidence> signals(NodeState node) {
        return List.of(
                EnergySignalEvidenceFactory.of(node.name(), energy.at(snapshot.positionOf(node)), snapshot.takenAt()));
    }

    /** Returns any position, but always the same for the same pod. */
    private int start() {
        int hash = pod.uid().isEmpty() ? pod.key().hashCode() : pod.uid().hashCode();
        return hash * SPREAD >>> 1;
    }

    private @Nullable Rejection ifPowerless(NodeState node) {
        return energy.at(snapshot.positionOf(node)).isPowerless() ? POWERLESS : null;
    }
}
