package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeCursor;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
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
public final class FilterAndScorePipeline {
    /** Number of the best nodes that a decision remembers. */
    static final int REMEMBERED = 5;

    private static final int NODES_BETWEEN_CHECKS = 64;

    private final Profile profile;
    private final RandomGenerator random;
    /** Called during a search, which it may end by throwing. */
    private final Runnable check;

    private final boolean isChecked;

    public FilterAndScorePipeline(Profile profile, RandomGenerator random) {
        this(profile, random, () -> {}, false);
    }

    private FilterAndScorePipeline(Profile profile, RandomGenerator random, Runnable check, boolean isChecked) {
        this.profile = profile;
        this.random = random;
        this.check = check;
        this.isChecked = isChecked;
    }

    /**
     * A pipeline whose searches may be ended.
     *
     * @param check runs before the first node, after each {@value #NODES_BETWEEN_CHECKS} nodes, and before each score;
     *     may end the search by what it throws
     */
    public static FilterAndScorePipeline checked(Profile profile, RandomGenerator random, Runnable check) {
        return new FilterAndScorePipeline(profile, random, check, true);
    }

    public Profile profile() {
        return profile;
    }

    /** Finds the pod a node, looking at no more nodes than the profile's sampling asks for. */
    public Decision decide(Pod pod, Snapshot snapshot) {
        return search(pod, snapshot).decision();
    }

    /** Searches a node and keeps how the decision came about. */
    public NodeSearchResult search(Pod pod, Snapshot snapshot) {
        FeasibilityCheck feasibility = FeasibilityCheck.of(profile, pod, snapshot);
        ReservedCapacity room = ReservedCapacity.find(pod, snapshot, feasibility);
        Diagnosis refusal = new Diagnosis();
        NodeState only = room.isPreferred() ? room.node() : feasibleNominatedNode(pod, snapshot, feasibility);
        List<NodeState> feasible = only == null ? feasibleNodes(snapshot, feasibility, refusal) : List.of(only);
        room = room.unless(!feasible.isEmpty() && feasibility.lastResort(feasible.get(0)) == null);
        NodeState kept = room.node();
        feasible = kept == null ? feasible : List.of(kept);
        Decision decision = feasible.isEmpty()
                ? unschedulable(pod, snapshot, refusal, feasibility)
                : placed(pod, snapshot, feasible, feasibility);
        return new NodeSearchResult(decision.adding(room.message()), feasibility, refusal, room.taken());
    }

    /**
     * Nodes of the last resort count only if there are no others; so where nothing else follows, not all of them are
     * looked at.
     */
    private List<NodeState> feasibleNodes(Snapshot snapshot, FeasibilityCheck feasibility, Diagnosis refusal) {
        int enough = profile.sampling().enough(snapshot.nodes().size());
        PreFilterResult candidates = feasibility.candidates();
        NodeCursor nodes =
                candidates == null ? all(snapshot, enough) : candidates.nodes().get();
        check.run();
        NodeCursor cursor = isChecked ? checking(nodes) : nodes;
        if (refusal.countByIndex(snapshot, feasibility)) {
            return List.of();
        }
        List<NodeState> feasible = new ArrayList<>();
        List<NodeState> lastResorts = new ArrayList<>(0);
        boolean lastInOrder = candidates != null && candidates.lastResortsLast();
        for (NodeState node = cursor.next(); node != null && feasible.size() < enough; node = cursor.next()) {
            Rejection rejection = feasibility.firstRejection(node, candidates != null);
            if (rejection != null) {
                refusal.add(node, rejection);
            } else if (feasibility.lastResort(node) == null) {
                feasible.add(node);
            } else if (lastResorts.size() < enough) {
                lastResorts.add(node);
            }
            if (lastInOrder && !lastResorts.isEmpty() && (!feasible.isEmpty() || lastResorts.size() == enough)) {
                break;
            }
        }
        return feasible.isEmpty() ? lastResorts : feasible;
    }

    /** Reads the same nodes, with the check now and then. */
    private NodeCursor checking(NodeCursor nodes) {
        int[] read = new int[1];
        return () -> {
            if (++read[0] % NODES_BETWEEN_CHECKS == 0) {
                check.run();
            }
            return nodes.next();
        };
    }

    private NodeCursor all(Snapshot snapshot, int enough) {
        int nodes = snapshot.nodes().size();
        return enough < nodes
                ? snapshot.nodesByZone(random.nextInt(nodes))
                : NodeCursor.of(snapshot.nodes().iterator());
    }

    private static @Nullable NodeState feasibleNominatedNode(Pod pod, Snapshot snapshot, FeasibilityCheck feasibility) {
        String nominated = pod.status().nominatedNode();
        NodeState node = nominated == null ? null : snapshot.node(nominated);
        return node != null && feasibility.whyNotPreferred(node) == null ? node : null;
    }

    private Decision placed(Pod pod, Snapshot snapshot, List<NodeState> feasible, FeasibilityCheck feasibility) {
        Ranking ranking = Ranking.of(profile, pod, snapshot, feasible, check);
        int chosen = ranking.best(random);
        String node = feasible.get(chosen).name();
        List<ScoredNode> best =
                ranking.top(REMEMBERED, chosen).stream().map(ranking::scored).toList();
        return new Decision(
                pod,
                profile.name(),
                snapshot.takenAt(),
                node,
                Decision.assigned(pod.key(), node),
                snapshot.nodes().size(),
                feasible.size(),
                Map.of(),
                Set.of(),
                best,
                feasibility.signals());
    }

    private Decision unschedulable(Pod pod, Snapshot snapshot, Diagnosis refusal, FeasibilityCheck feasibility) {
        refusal.countOthers(snapshot, feasibility.candidates());
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
