package dev.edgewise.scheduler.cycle.details;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.energy.EnergyPlugin;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/** Summarises the signals of one node in a few words. */
public final class NodeSignalSummary {
    private NodeSignalSummary() {}

    /** Returns a text such as {@code energy 80 %}; empty if the energy is unknown, or the profile does not judge it. */
    public static List<String> energy(NodeState node, Profile profile, Snapshot snapshot) {
        boolean judged = profile.filters().stream().anyMatch(filter -> filter instanceof EnergyPlugin)
                || profile.scores().stream().anyMatch(weighted -> weighted.score() instanceof EnergyPlugin);
        if (!judged) {
            return List.of();
        }
        NodeEnergy energy = snapshot.energy().at(snapshot.positionOf(node.name()));
        EnergyReading valid = energy.valid();
        EnergyLevel level = energy.level();
        if (valid != null) {
            return List.of("energy " + Math.round(valid.percent()) + " %");
        }
        return level == null ? List.of() : List.of("energy " + level.label());
    }
}
