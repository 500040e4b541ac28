package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The nodes, by their positions, on which pods may restart; worked out for a pod on its first request. */
final class PossibleRestartNodes {
    private static final int[] NONE = {};

    /** Maximum number of positions that are kept for all pods together, 4 bytes each. */
    private static final int MOST = 4_000_000;

    private final Snapshot snapshot;
    private final List<PodWithBackup> pods;
    private final Function<String, @Nullable Profile> profiles;
    private final RandomGenerator random;
    private final int[] @Nullable [] known;
    private final int mostOfOne;
    private boolean isCut;

    PossibleRestartNodes(
            List<PodWithBackup> pods,
            Snapshot snapshot,
            Function<String, @Nullable Profile> profiles,
            RandomGenerator random) {
        this.random = random;
        this.mostOfOne = MOST / Math.max(1, pods.size());
        this.snapshot = snapshot;
        this.pods = pods;
        this.profiles = profiles;
        this.known = new int[pods.size()][];
    }

    /**
     * Returns the nodes, without those in the pod's own zone if its present backup is in another, and without
     * overcommitted ones.
     */
    int[] of(int pod) {
        int[] nodes = known[pod];
        if (nodes == null) {
            nodes = find(pods.get(pod));
            known[pod] = nodes;
        }
        return nodes;
    }

    /** Returns whether some pod of those that were asked about may restart on more nodes than these. */
    boolean isCut() {
        return isCut;
    }

    /** Keeps as many of the nodes as are allowed for one pod, drawn at random. */
    private void draw(List<NodeState> found) {
        for (int i = 0; i < mostOfOne; i++) {
            Collections.swap(found, i, i + random.nextInt(found.size() - i));
        }
        found.subList(mostOfOne, found.size()).clear();
    }

    private int[] find(PodWithBackup pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        if (profile == null) {
            return NONE;
        }
        List<NodeState> found = new ArrayList<>(NodeSearchWithBackup.alternatives(pod, profile, snapshot));
        if (found.size() > mostOfOne) {
            isCut = true;
            draw(found);
        }
        return found.stream()
                .map(NodeState::name)
                .mapToInt(snapshot::positionOf)
                .toArray();
    }
}
