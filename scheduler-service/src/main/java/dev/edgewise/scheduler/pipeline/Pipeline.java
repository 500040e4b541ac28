package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeCursor;
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
 * the same decision. Not for concurrent use with one generator.
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
        return search(pod, snapshot).decision();
    }

    /** The same, and how it came about. */
    public Search search(Pod pod, Snapshot snapshot) {
        Feasibility feasibility = Feasibility.of(profile, pod, snapshot);
        NodeState nominated = nominatedNode(pod, snapshot);
        if (nominated != null && feasibility.firstRejection(nominated) == null) {
            return new Search(placed(pod, snapshot, List.of(nominated), feasibility), feasibility, new Refusal());
        }
        Refusal refusal = new Refusal();
        List<NodeState> feasible = feasibleNodes(snapshot, feasibility, refusal);
        if (!feasible.isEmpty()) {
            return new Search(placed(pod, snapshot, feasible, feasibility), feasibility, refusal);
        }
        PreFilterResult candidates = feasibility.candidates();
        if (candidates != null) {
            candidates.others().count(snapshot, refusal.reasons());
        }
        return new Search(unschedulable(pod, snapshot, refusal, feasibility), feasibility, refusal);
    }

    private List<NodeState> feasibleNodes(Snapshot snapshot, Feasibility feasibility, Refusal refusal) {
        int enough = profile.sampling().enough(snapshot.nodes().size());
        PreFilterResult candidates = feasibility.candidates();
        NodeCursor cursor =
                candidates == null ? all(snapshot, enough) : candidates.nodes().get();
        List<NodeState> feasible = new ArrayList<>();
        for (NodeState node = cursor.next(); node != null; node = cursor.next()) {
            Rejection rejection = feasibility.firstRejection(node, candidates != null);
            if (rejection != null) {
                refusal.add(node, rejection);
                continue;
            }
            feasible.add(node);
            if (feasible.size() >= enough) {
                break;
            }
        }
        return feasible;
    }

    private NodeCursor all(Snapshot snapshot, int enough) {
        int nodes = snapshot.nodes().size();
        return enough < nodes
                ? snapshot.nodesByZone(random.nextInt(nodes))
                : NodeCursor.of(snapshot.nodes().iterator());
    }

    private static @Nullable NodeState nominatedNode(Pod pod, Snapshot snapshot) {
        String nominated = pod.status().nominatedNode();
        return nominated == null ? null : snapshot.node(nominated);
    }

    private Decision placed(Pod pod, Snapshot snapshot, List<NodeState> feasible, Feasibility feasibility) {
        Ranking ranking = Ranking.of(profile, pod, snapshot, feasible);
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
                feasibility.signals());
    }

    private Decision unschedulable(Pod pod, Snapshot snapshot, Refusal refusal, Feasibility feasibility) {
        ReasonCounts reasons = refusal.reasons();
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
                feasibility.signals());
    }
}
