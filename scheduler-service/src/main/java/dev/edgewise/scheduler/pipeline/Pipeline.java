package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides for one profile: narrow by index, filter, score, choose. Pure: the same pod, snapshot and random numbers give
 * the same decision. Not for use by several threads at once with one generator.
 */
public final class Pipeline {
    /** How many of the best nodes a decision remembers. */
    private static final int REMEMBERED = 5;

    private final Profile profile;
    private final RandomGenerator random;

    public Pipeline(Profile profile, RandomGenerator random) {
        this.profile = profile;
        this.random = random;
    }

    public Profile profile() {
        return profile;
    }

    /** Finds the pod a node, looking at no more nodes than the profile's sampling asks for. */
    public Decision decide(Pod pod, Snapshot snapshot) {
        Feasibility feasibility = Feasibility.of(profile, pod, snapshot);
        List<NodeState> feasible = search(pod, snapshot, feasibility);
        if (feasible.isEmpty()) {
            return unschedulable(pod, snapshot, feasibility);
        }
        Ranking ranking = Ranking.of(profile, pod, snapshot, feasible);
        return placed(pod, snapshot, feasible, ranking);
    }

    private List<NodeState> search(Pod pod, Snapshot snapshot, Feasibility feasibility) {
        NodeState nominated = nominatedNode(pod, snapshot);
        if (nominated != null && feasibility.firstRejection(nominated) == null) {
            return List.of(nominated);
        }
        Candidates candidates = feasibility.candidates();
        int enough = profile.sampling().enough(snapshot.nodes().size());
        if (candidates != null) {
            return firstFeasible(candidates.nodes(), enough, feasibility);
        }
        List<NodeState> nodes = snapshot.nodes();
        int start = enough < nodes.size() ? random.nextInt(nodes.size()) : 0;
        return firstFeasible(Rotated.from(nodes, start), enough, feasibility);
    }

    private static List<NodeState> firstFeasible(Iterable<NodeState> nodes, int enough, Feasibility feasibility) {
        List<NodeState> feasible = new ArrayList<>();
        for (NodeState node : nodes) {
            if (feasibility.firstRejection(node) == null) {
                feasible.add(node);
                if (feasible.size() >= enough) {
                    break;
                }
            }
        }
        return feasible;
    }

    private static @Nullable NodeState nominatedNode(Pod pod, Snapshot snapshot) {
        String nominated = pod.status().nominatedNode();
        return nominated == null ? null : snapshot.node(nominated);
    }

    private Decision placed(Pod pod, Snapshot snapshot, List<NodeState> feasible, Ranking ranking) {
        int chosen = ranking.best(random);
        String node = feasible.get(chosen).name();
        List<ScoredNode> best =
                ranking.top(REMEMBERED, chosen).stream().map(ranking::scored).toList();
        return new Decision(
                pod,
                profile.name(),
                snapshot.takenAt(),
                node,
                "Successfully assigned " + pod.key() + " to " + node,
                snapshot.nodes().size(),
                feasible.size(),
                Map.of(),
                Set.of(),
                best,
                signals(pod, snapshot));
    }

    private Decision unschedulable(Pod pod, Snapshot snapshot, Feasibility feasibility) {
        ReasonCounts reasons = countReasons(snapshot, feasibility);
        int nodes = snapshot.nodes().size();
        return new Decision(
                pod,
                profile.name(),
                snapshot.takenAt(),
                null,
                reasons.message(nodes),
                nodes,
                0,
                reasons.counts(),
                reasons.filters(),
                List.of(),
                signals(pod, snapshot));
    }

    private static ReasonCounts countReasons(Snapshot snapshot, Feasibility feasibility) {
        ReasonCounts reasons = new ReasonCounts();
        for (NodeState node : snapshot.nodes()) {
            Rejection rejection = feasibility.firstRejection(node);
            if (rejection != null) {
                reasons.add(rejection);
            }
        }
        return reasons;
    }

    /** The signals that the profile's filters rest on for this pod. */
    List<SignalUse> signals(Pod pod, Snapshot snapshot) {
        List<SignalUse> signals = new ArrayList<>();
        for (Filter filter : profile.filters()) {
            signals.addAll(filter.signals(pod, snapshot));
        }
        return signals;
    }
}
