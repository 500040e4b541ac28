package dev.edgewise.scheduler.preemption;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cluster.Importance;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Pipeline;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Search;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds one pod that can live elsewhere, within its own needs, for a pod whose delay needs leave it too few nodes: who may run in many places gives way
 * to who may not. Pure.
 */
public final class RoomMaking {
    /** Nodes that are looked at for one pod. */
    private static final int MOST_NODES = 50;
    /** Pods that another node is looked for. */
    private static final int MOST_TRIED = 10;

    private final RoomRules rules;
    private final Function<String, @Nullable Profile> profiles;
    private final RandomGenerator random;

    /** @param profiles by name; pods of others are not moved, as nothing would keep the room for their replacements */
    public RoomMaking(RoomRules rules, Function<String, @Nullable Profile> profiles, RandomGenerator random) {
        this.rules = rules;
        this.profiles = profiles;
        this.random = random;
    }

    /**
     * The pod that is to move, and where to; null if there is none.
     *
     * @param search for the pod in that snapshot, in vain
     */
    public @Nullable Outcome find(Pod pod, Snapshot snapshot, Search search) {
        List<NodeState> potential = search.refusal().resolvable();
        if (!pod.spec().preempts() || !hasDelayNeeds(pod) || potential.isEmpty()) {
            return null;
        }
        int offset = random.nextInt(potential.size());
        int tried = 0;
        for (int i = 0; i < Math.min(MOST_NODES, potential.size()) && tried < MOST_TRIED; i++) {
            NodeState node = potential.get((offset + i) % potential.size());
            for (Pod other : movable(node, pod, snapshot).toList()) {
                if (tried < MOST_TRIED && makesRoom(other, node, search)) {
                    tried++;
                    String target = elsewhere(other, node.name(), pod, snapshot);
                    if (target != null) {
                        return Outcome.moving(other, node.name(), target);
                    }
                }
            }
        }
        return null;
    }

    private static boolean hasDelayNeeds(Pod pod) {
        return pod.labels().keySet().stream().anyMatch(label -> label.startsWith(Names.DELAY_LABEL_PREFIX));
    }

    /** The least important first. */
    private Stream<Pod> movable(NodeState node, Pod pod, Snapshot snapshot) {
        Budgets budgets = new Budgets(snapshot.disruptionBudgets());
        int priority = pod.spec().priority();
        return node.pods().stream()
                .filter(other -> other.spec().priority() < priority
                        || (rules.equalPriority() && other.spec().priority() == priority))
                .filter(other -> !other.terminating() && !other.controllerUid().isEmpty())
                .filter(other -> profiles.apply(other.spec().schedulerName()) != null)
                .filter(other -> budgets.divide(List.of(other)).breaking().isEmpty())
                .sorted(Importance.MOST_IMPORTANT_FIRST.reversed());
    }

    private static boolean makesRoom(Pod other, NodeState node, Search search) {
        try (Trial trial = new Trial(search.feasibility(), node)) {
            return trial.evict(List.of(other)) == null;
        }
    }

    /** Where its replacement goes once the pod is on its node; null for nowhere. */
    private @Nullable String elsewhere(Pod other, String node, Pod pod, Snapshot snapshot) {
        Profile profile = profiles.apply(other.spec().schedulerName());
        if (profile == null) {
            return null;
        }
        Snapshot then = snapshot.without(other.key(), node).placing(pod.assignedTo(node), null);
        String target = new Pipeline(profile, random)
                .search(other.pending(), then)
                .decision()
                .node();
        return node.equals(target) ? null : target;
    }
}
