package dev.edgewise.scheduler.cycle.details;

import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.delay.DelayReport;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Names delays, energy and the backup of a placed pod, and the nearest node of one that is placed nowhere; empty for
 * profiles that judge none of these.
 */
public final class EdgeEventDetails implements EventDetails {
    private final ProfileSet profiles;
    private final Supplier<Snapshot> snapshots;

    /** @param snapshots the cluster as it was a moment ago; on any thread */
    public EdgeEventDetails(ProfileSet profiles, Supplier<Snapshot> snapshots) {
        this.profiles = profiles;
        this.snapshots = snapshots;
    }

    @Override
    public String placed(Pod bound) {
        Profile profile = profiles.find(bound.spec().schedulerName());
        String name = bound.spec().nodeName();
        if (profile == null || name == null) {
            return "";
        }
        List<String> details = new ArrayList<>();
        Snapshot snapshot = snapshots.get();
        NodeState node = snapshot.node(name);
        if (node != null) {
            details.addAll(DelayReport.of(bound, profile, snapshot).ways(node));
            details.addAll(NodeSignalSummary.energy(node, profile, snapshot));
        }
        if (bound.backupNode() != null) {
            details.add("backup " + bound.backupNode());
        }
        return details.isEmpty() ? "" : ": " + String.join(", ", details);
    }

    @Override
    public String rejected(Pod pod) {
        Profile profile = profiles.find(pod.spec().schedulerName());
        if (profile == null) {
            return "";
        }
        DelayReport report = DelayReport.of(pod, profile, snapshots.get());
        String suggestion = report.suggestion();
        if (suggestion != null) {
            return " " + suggestion;
        }
        List<DelayReport.NearMiss> nearest = report.nearMisses(1, NodeState::isUntainted);
        return nearest.isEmpty()
                ? ""
                : " nearest " + nearest.get(0).node() + ", " + nearest.get(0).way();
    }
}
