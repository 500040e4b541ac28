package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.plugins.recovery.AddedReserve;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The steps of the search: they shrink reserves of nodes, if necessary in exchange for one that grows. */
final class ReserveSearchSteps {
    /** Number of pods of a home that may move to make room for one. */
    private static final int DEPTH = 2;
    /** Differences below are rounding. */
    private static final double LEAST_GAIN = 1e-9;

    private final BackupAssignment assignment;
    private final BackupRelocation relocation;
    private final PossibleRestartNodes nodes;
    private final Snapshot snapshot;
    private final BottleneckNodes critical;
    private final int mostChanges;
    private final SearchTimeLimit time;
    private final Comparator<Integer> smallestFirst;

    ReserveSearchSteps(
            BackupAssignment assignment,
            BackupRelocation relocation,
            PossibleRestartNodes nodes,
            Snapshot snapshot,
            int mostChanges,
            SearchTimeLimit time) {
        this.time = time;
        this.assignment = assignment;
        this.relocation = relocation;
        this.nodes = nodes;
        this.snapshot = snapshot;
        this.mostChanges = mostChanges;
        this.critical = new BottleneckNodes(assignment);
        this.smallestFirst = Comparator.comparingDouble(pod -> assignment.cost().of(assignment.demand(pod)));
    }

    /** The nodes that keep capacity, in any order. */
    List<Integer> backups(RandomGenerator random) {
        List<Integer> backups = new ArrayList<>();
        for (int node = 0; node < snapshot.nodes().size(); node++) {
            if (!assignment.cover(node).isNone()) {
                backups.add(random.nextInt(backups.size() + 1), node);
            }
        }
        return backups;
    }

    /** Returns whether the backup keeps less now, and no other more. */
    boolean lower(int backup) {
        relocation.limitToPresent();
        boolean lower = false;
        while (lowers(backup)) {
            lower = true;
            assignment.keep();
        }
        return lower;
    }

    /** Returns whether others keep less by more, now that some node keeps as much more as a pod requests. */
    boolean attempt(RandomGenerator random) {
        int pod = random.nextInt(assignment.size());
        int[] candidates = nodes.of(pod);
        if (candidates.length == 0) {
            return false;
        }
        int node = candidates[random.nextInt(candidates.length)];
        ResourceDemand most = assignment.cover(node).reserve().plus(assignment.demand(pod));
        return hasRoom(snapshot.nodeAt(node), most) && pays(node, most, neighbours(node, assignment.home(pod)));
    }

    /**
     * The backups of all pods that could use more room there, as far as it is known: others hardly keep less for it.
     */
    private Set<Integer> neighbours(int node, String home) {
        Set<Integer> neighbours = new LinkedHashSet<>(assignment.backupsOf(home));
        assignment.cover(node).byHome().keySet().forEach(other -> neighbours.addAll(assignment.backupsOf(other)));
        neighbours.remove(node);
        return neighbours;
    }

    private boolean pays(int node, ResourceDemand most, Set<Integer> neighbours) {
        double before = assignment.total();
        int mark = assignment.mark();
        relocation.limitToPresent();
        relocation.limit(node, most);
        for (int backup : neighbours) {
            while (time.isLeft() && lowers(backup)) {
                // Lowered as often as possible.
            }
        }
        if (assignment.total() < before - LEAST_GAIN) {
            assignment.keep();
            return true;
        }
        assignment.backTo(mark);
        return false;
    }

    private boolean lowers(int backup) {
        double kept = assignment.cost().of(assignment.cover(backup).reserve());
        for (List<String> homes : critical.of(backup)) {
            int mark = assignment.mark();
            if (homes.stream().allMatch(home -> givesOne(home, backup)) && isLower(backup, kept)) {
                relocation.limit(backup, assignment.cover(backup).reserve());
                return true;
            }
            assignment.backTo(mark);
        }
        return false;
    }

    private boolean isLower(int backup, double kept) {
        return assignment.cost().of(assignment.cover(backup).reserve()) < kept - LEAST_GAIN
                && assignment.changed() <= mostChanges;
    }

    private boolean givesOne(String home, int backup) {
        return assignment.pods(home, backup).stream().sorted(smallestFirst).toList().stream()
                .anyMatch(pod -> relocation.leave(pod, DEPTH));
    }

    /** Tells whether the reserve fits beside the node's pods, instead of its present one. */
    private boolean hasRoom(NodeState node, ResourceDemand most) {
        return AddedReserve.fits(
                node, most.minus(snapshot.get(BackupIndex.FACT).of(node.name()).reserve()));
    }
}
