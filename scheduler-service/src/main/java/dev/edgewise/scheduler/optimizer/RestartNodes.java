package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.recovery.Backups;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** On which nodes, by their positions, pods may restart; worked out of a pod when it is first asked about. */
final class RestartNodes {
    private static final int[] NONE = {};

    private final Snapshot snapshot;
    private final List<ProtectedPod> pods;
    private final Function<String, @Nullable Profile> profiles;
    private final int[] @Nullable [] known;

    RestartNodes(List<ProtectedPod> pods, Snapshot snapshot, Function<String, @Nullable Profile> profiles) {
        this.snapshot = snapshot;
        this.pods = pods;
        this.profiles = profiles;
        this.known = new int[pods.size()][];
    }

    /** Not in its own zone where the present backup is not, nor on nodes that others have overcommitted. */
    int[] of(int pod) {
        int[] nodes = known[pod];
        if (nodes == null) {
            nodes = find(pods.get(pod));
            known[pod] = nodes;
        }
        return nodes;
    }

    private int[] find(ProtectedPod pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        return profile == null
                ? NONE
                : Backups.alternatives(pod, profile, snapshot).stream()
                        .map(NodeState::name)
                        .mapToInt(snapshot::positionOf)
                        .toArray();
    }
}
