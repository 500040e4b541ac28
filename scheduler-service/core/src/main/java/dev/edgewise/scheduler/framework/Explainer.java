package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Judges every node of the cluster for a pod, bound or not. Uses the same filters and scores as a decision, over all
 * nodes and without stopping at the first rejection. A bound pod is judged as if it were not on its node.
 */
public final class Explainer {
    private final Profile profile;
    private final RandomGenerator random;

    public Explainer(Profile profile, RandomGenerator random) {
        this.profile = profile;
        this.random = random;
    }

    public Explanation explain(Pod pod, Snapshot current) {
        return explain(pod, current, () -> {});
    }

    /**
     * @param beforeEach runs before each node is looked at, and before they are ranked; may end the work by what it
     *     throws
     */
    public Explanation explain(Pod pod, Snapshot current, Runnable beforeEach) {
        Snapshot snapshot = current.without(pod.key(), pod.spec().nodeName());
        FeasibilityCheck feasibility = FeasibilityCheck.of(profile, pod, snapshot);
        ReservedCapacity room = ReservedCapacity.find(pod, snapshot, feasibility);
        Map<String, NodeState> kept = feasibility.nodesOfModules();
        List<NodeState> feasible = new ArrayList<>();
        List<NodeState> lastResorts = new ArrayList<>(0);
        List<NodeState> rejected = new ArrayList<>();
        ReasonCounts reasons = new ReasonCounts();
        for (NodeState any : snapshot.nodes()) {
            NodeState node = room.insteadOf(kept.getOrDefault(any.name(), any));
            beforeEach.run();
            Rejection first = feasibility.firstRejection(node);
            if (first != null) {
                rejected.add(node);
                reasons.add(first);
            } else {
                (feasibility.lastResort(node) == null ? feasible : lastResorts).add(node);
            }
        }
        beforeEach.run();
        boolean others = !feasible.isEmpty();
        (others ? rejected : feasible).addAll(lastResorts);
        rejected.sort(Comparator.comparing(NodeState::name));
        List<Explanation.Verdict> last = LazyList.of(rejected, node -> verdict(node, feasibility, others));
        return explanation(pod, snapshot, feasible, last, reasons, feasibility, room.unless(others));
    }

    /** @param others whether others are feasible, so that a last resort is none */
    private static Explanation.Verdict verdict(NodeState rejected, FeasibilityCheck feasibility, boolean others) {
        List<Rejection> rejections = feasibility.rejections(rejected);
        Rejection lastResort = others ? feasibility.lastResort(rejected) : null;
        if (lastResort != null) {
            rejections = new ArrayList<>(rejections);
            rejections.add(lastResort);
        }
        return new Explanation.Verdict(rejected.name(), false, rejections, List.of(), 0, feasibility.signals(rejected));
    }

    /**
     * Returns everything that keeps the pod from being placed where it runs; empty if nothing does, it runs nowhere, or
     * its node does not exist.
     *
     * @param pod bound to its node
     */
    public List<Rejection> presentRejections(Pod pod, Snapshot current) {
        String name = pod.spec().nodeName();
        Snapshot snapshot = current.without(pod.key(), name);
        NodeState node = name == null ? null : snapshot.node(name);
        return node == null
                ? List.of()
                : FeasibilityCheck.of(profile, pod.unassigned(), snapshot).rejections(node);
    }

    private Explanation explanation(
            Pod pod,
            Snapshot snapshot,
            List<NodeState> feasible,
            List<Explanation.Verdict> rejected,
            ReasonCounts reasons,
            FeasibilityCheck feasibility,
            ReservedCapacity room) {
        String node = null;
        List<ScoredNode> top = List.of();
        String message = reasons.message(snapshot.nodes().size());
        List<Explanation.Verdict> verdicts = rejected;
        if (!feasible.isEmpty()) {
            Ranking ranking = Ranking.of(profile, pod, snapshot, feasible);
            int best = room.node() == null ? ranking.best(random) : feasible.indexOf(room.node());
            node = feasible.get(best).name();
            message = feasible.size() + "/" + snapshot.nodes().size() + " nodes are feasible; the best is " + node;
            List<Integer> order = ranking.top(feasible.size(), best);
            top = order.stream()
                    .limit(FilterAndScorePipeline.REMEMBERED)
                    .map(ranking::scored)
                    .toList();
            verdicts = LazyList.joined(
                    LazyList.of(order, i -> verdict(ranking.scored(i), feasibility.signals(feasible.get(i)))),
                    rejected);
        }
        Decision decision = decision(pod, snapshot, node, message, feasible.size(), reasons, top, feasibility)
                .adding(room.message());
        NodeSearchResult search = new NodeSearchResult(decision, feasibility, new Diagnosis(), room.taken());
        return new Explanation(search, decision.message(), verdicts, reasons.counts());
    }

    private Decision decision(
            Pod pod,
            Snapshot snapshot,
            @Nullable String node,
            String message,
            int feasible,
            ReasonCounts reasons,
            List<ScoredNode> top,
            FeasibilityCheck feasibility) {
        ReasonCounts whyNone = node == null ? reasons : new ReasonCounts();
        return new Decision(
                pod,
                profile.name(),
                snapshot.takenAt(),
                node,
                message,
                snapshot.nodes().size(),
                feasible,
                whyNone.counts(),
                whyNone.filters(),
                top,
                feasibility.signals());
    }

    private static Explanation.Verdict verdict(ScoredNode scored, List<SignalEvidence> signals) {
        return new Explanation.Verdict(scored.node(), true, List.of(), scored.parts(), scored.total(), signals);
    }
}
