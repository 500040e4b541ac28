package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.scheduler.extender.wire.IndexRange;
import dev.edgewise.scheduler.extender.wire.NodeNames;
import dev.edgewise.scheduler.extender.wire.NodeVictims;
import dev.edgewise.scheduler.framework.ExtenderCandidateEvaluator;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.reward.ProbationTrials;
import dev.edgewise.scheduler.plugins.reward.RewardPlugin;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evaluates nodes for one pod. A node that is not in the snapshot has unknown properties. */
final class ExtenderNodeEvaluator {
    private final Pod pod;
    private final Profile profile;
    private final Snapshot snapshot;
    private final ExtenderCandidateEvaluator given;
    private List<NodeState> nodes = List.of();
    private @Nullable NodeNames expected;
    private List<NodeState> passed = List.of();

    ExtenderNodeEvaluator(Pod pod, Profile profile, Snapshot snapshot) {
        this.pod = pod;
        this.profile = profile;
        this.snapshot = snapshot;
        this.given = new ExtenderCandidateEvaluator(profile, pod, snapshot);
    }

    /** @param beforeStep may end the work by what it throws, as in the other methods */
    @Nullable
    Rejection[] rejections(NodeNames names, ProbationTrials trials, Runnable beforeStep) {
        nodes = names.nodes(snapshot);
        @Nullable Rejection[] rejections = given.rejections(nodes, beforeStep);
        boolean learns =
                profile.filters().stream().anyMatch(filter -> filter.name().equals(RewardPlugin.NAME));
        return learns ? trials.keep(pod, snapshot, nodes, rejections) : rejections;
    }

    /**
     * Keeps the nodes that passed, so that they are not looked up again.
     *
     * @param names of them, which {@link #values} will be asked about
     * @param passed of all that {@link #rejections} was asked about
     */
    void expect(NodeNames names, List<IndexRange> passed) {
        List<NodeState> kept = new ArrayList<>(names.size());
        passed.forEach(range -> kept.addAll(nodes.subList(range.first(), range.end())));
        this.expected = names;
        this.passed = kept;
    }

    /** Returns the score of each node, 0..1; {@code otherwise} for all if no plugin scores any. */
    double[] values(NodeNames names, double otherwise, Runnable beforeStep) {
        List<NodeState> asked = names == expected ? passed : names.nodes(snapshot);
        return given.values(asked, otherwise, beforeStep);
    }

    /** Returns the nodes that would accept the pod once its victims are gone. */
    Map<String, NodeVictims> nodesAfterEviction(Map<String, NodeVictims> byNode, Runnable beforeStep) {
        Map<String, NodeVictims> accepting = new LinkedHashMap<>();
        byNode.forEach((name, victims) -> {
            beforeStep.run();
            NodeState node = snapshot.nodeOrUnknown(name);
            Set<String> uids = new HashSet<>(victims.uids());
            List<Pod> gone = node.pods().stream()
                    .filter(placed -> uids.contains(placed.uid()))
                    .toList();
            if (given.rejectionWithout(gone, node) == null) {
                accepting.put(name, victims);
            }
        });
        return accepting;
    }
}
