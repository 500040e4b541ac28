package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives pods other backups so that no node has to keep more than it may: where there is no capacity for one, others of
 * the same home make some, as along the augmenting paths of a matching.
 */
final class BackupRelocation {
    private final BackupAssignment assignment;
    private final PossibleRestartNodes nodes;
    /** Upper limits of the reserves of nodes, where they differ from the present reserve. */
    private final Map<Integer, ResourceDemand> limits = new HashMap<>();

    BackupRelocation(BackupAssignment assignment, PossibleRestartNodes nodes) {
        this.assignment = assignment;
        this.nodes = nodes;
    }

    /** Limits the reserve of the node, whatever its present reserve. */
    void limit(int node, ResourceDemand most) {
        limits.put(node, most);
    }

    /** Resets the limit of each node to its present reserve. */
    void limitToPresent() {
        limits.clear();
    }

    /**
     * Moves the pod away from its backup, and undoes moves that did not help.
     *
     * @param depth how many others may have to make room
     * @return whether it is done
     */
    boolean leave(int pod, int depth) {
        return leave(pod, depth, new HashSet<>(Set.of(assignment.backup(pod))));
    }

    private boolean leave(int pod, int depth, Set<Integer> visited) {
        int[] candidates = nodes.of(pod);
        for (int node : candidates) {
            if (!visited.contains(node) && mayTake(node, assignment.cover(node), pod)) {
                move(pod, node);
                return true;
            }
        }
        if (depth > 0) {
            for (int node : candidates) {
                if (visited.add(node) && displaces(pod, node, depth - 1, visited)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether another pod of the same home has left that node for this one. */
    private boolean displaces(int pod, int node, int depth, Set<Integer> visited) {
        String home = assignment.home(pod);
        for (int other : List.copyOf(assignment.pods(home, node))) {
            NodeBackups without = assignment.cover(node).without(home, assignment.demand(other));
            if (mayTake(node, without, pod)) {
                int mark = assignment.mark();
                if (leave(other, depth, visited)) {
                    move(pod, node);
                    return true;
                }
                assignment.backTo(mark);
            }
        }
        return false;
    }

    private void move(int pod, int node) {
        // The reserve may shrink on the way: its former size is allowed.
        limits.putIfAbsent(node, assignment.cover(node).reserve());
        assignment.move(pod, node);
    }

    private boolean mayTake(int node, NodeBackups cover, int pod) {
        ResourceDemand then = cover.reserveWith(assignment.home(pod), assignment.demand(pod));
        ResourceDemand limit = limits.get(node);
        return isWithin(then, limit == null ? assignment.cover(node).reserve() : limit);
    }

    private static boolean isWithin(ResourceDemand demand, ResourceDemand limit) {
        Resources some = demand.resources();
        Resources most = limit.resources();
        return demand.pods() <= limit.pods()
                && some.milliCpu() <= most.milliCpu()
                && some.memory() <= most.memory()
                && some.ephemeralStorage() <= most.ephemeralStorage()
                && some.scalars().entrySet().stream().allMatch(own -> own.getValue() <= most.scalar(own.getKey()));
    }
}
