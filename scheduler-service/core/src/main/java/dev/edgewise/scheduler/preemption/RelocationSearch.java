package dev.edgewise.scheduler.preemption;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.PodPriorityOrder;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds one pod that can run elsewhere, within its own needs, for a pod whose delay needs leave it too few nodes: a pod
 * with many possible nodes makes room for one with few. Pure.
 */
public final class RelocationSearch {
    /** Nodes that are looked at for one pod. */
    private static final int MOST_NODES = 50;
    /** Pods of which it is tried whether their going helps. */
    private static final int MOST_TRIALS = 200;
    /** Pods for which another node is looked for. */
    private static final int MOST_SEARCHES = 5;

    private final RelocationRules rules;
    private final Function<String, @Nullable Profile> profiles;
    private final RandomGenerator random;

    /**
     * @param profiles by name; pods of others are not moved, as nothing would keep the capacity for their replacements
     */
    public RelocationSearch(
            RelocationRules rules, Function<String, @Nullable Profile> profiles, RandomGenerator random) {
        this.rules = rules;
        this.profiles = profiles;
        this.random = random;
    }

    /**
     * The pod that is to move, and where to; null if there is none, or the pod has the choice among many nodes.
     *
     * @param search for the pod in that snapshot, which found no node
     * @param limits what must not be evicted
     */
    public @Nullable Outcome find(Pod pod, Snapshot snapshot, NodeSearchResult search, PreemptionConditions limits) {
        List<NodeState> potential = search.refusal().resolvable();
        boolean hasFewNodes =
                hasDelayNeeds(pod) && 2 * potential.size() <= snapshot.nodes().size();
        return potential.isEmpty() || !hasFewNodes
                ? null
                : new Trials(pod, snapshot, search, limits).on(potential, random.nextInt(potential.size()));
    }

    private static boolean hasDelayNeeds(Pod pod) {
        return pod.labels().keySet().stream().anyMatch(label -> label.startsWith(Names.DELAY_LABEL_PREFIX));
    }

    /** The trials for one pod. */
    private final class Trials {
        private final Pod pod;
        private final Snapshot snapshot;
        private final NodeSearchResult search;
        private final PreemptionConditions limits;
        private final VictimBudgets budgets;
        private int trials;
        private int searches;

        Trials(Pod pod, Snapshot snapshot, NodeSearchResult search, PreemptionConditions limits) {
            this.pod = pod;
            this.snapshot = snapshot;
            this.search = search;
            this.limits = limits;
            this.budgets = VictimBudgets.ofEvictions(snapshot.get(DisruptionBudgetIndex.FACT));
        }

        @Nullable
        Outcome on(List<NodeState> nodes, int offset) {
            for (int i = 0; i < Math.min(MOST_NODES, nodes.size()); i++) {
                NodeState node = nodes.get((offset + i) % nodes.size());
                for (Pod other : limits.mayClear().test(node.name()) ? movable(node) : List.<Pod>of()) {
                    if (trials++ == MOST_TRIALS || searches == MOST_SEARCHES) {
                        return null;
                    }
                    String target = makesRoom(other, node) ? elsewhere(other, node.name()) : null;
                    if (target != null && limits.isUseful().test(new Victims(node.name(), List.of(other), 0))) {
                        return Outcome.moving(other, node.name(), target);
                    }
                }
            }
            return null;
        }

        /** The least important first. */
        private List<Pod> movable(NodeState node) {
            long below = pod.spec().priority() + (rules.equalPriority() ? 1L : 0L);
            if (node.lowestPriority() >= below) {
                return List.of();
            }
            return node.pods().stream()
                    .filter(other -> other.spec().priority() < below)
                    .filter(other ->
                            !other.terminating() && !other.controllerUid().isEmpty())
                    .filter(other -> other.problem() == null)
                    .filter(other -> profiles.apply(other.spec().schedulerName()) != null)
                    .filter(limits.mayEvict())
                    .filter(other -> budgets.divide(List.of(other)).breaking().isEmpty())
                    .sorted(PodPriorityOrder.MOST_IMPORTANT_FIRST.reversed())
                    .toList();
        }

        private boolean makesRoom(Pod other, NodeState node) {
            try (NodeWithoutVictims trial = new NodeWithoutVictims(search.feasibility(), node)) {
                return trial.evict(List.of(other)) == null;
            }
        }

        /**
         * Returns the node of the other pod's replacement once the pod is on its node, without capacity reserved for
         * other replacements; null for none.
         */
        private @Nullable String elsewhere(Pod other, String node) {
            searches++;
            Profile profile = profiles.apply(other.spec().schedulerName());
            if (profile == null) {
                return null;
            }
            Snapshot then = snapshot.without(other.key(), node).placing(pod.assignedTo(node), null);
            NodeSearchResult found = new FilterAndScorePipeline(profile, random).search(other.pending(), then);
            String target = NodeSearchWithBackup.of(found, other.pending(), then)
                    .search()
                    .decision()
                    .node();
            NodeState there = target == null || target.equals(node) ? null : then.node(target);
            boolean isGood = there != null
                    && found.taken() == null
                    && found.feasibility().whyNotPreferred(there) == null;
            return isGood ? target : null;
        }
    }
}
