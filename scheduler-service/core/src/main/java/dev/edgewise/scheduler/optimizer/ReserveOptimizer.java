package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Searches backups for all protected pods together, so that less capacity is kept. Pods stay where they are; each keeps
 * a backup on which it may run, and each backup keeps what failures need of it. Pure; for one question, on one thread.
 *
 * <p>First each backup in turn is made to keep less while no other keeps more, until none can. Then one node at a time
 * may keep more: that stays if others then keep less by more than that.
 *
 * <p>Source: local search for set multicover, with drops and exchanges of one for several; pods find other places along
 * augmenting paths, as in bipartite matching.
 */
public final class ReserveOptimizer {
    /** Number of exchanges for each node without a gain after which a search is over. */
    private static final int PATIENCE = 3;
    /** Maximum number of pods that a search looks at. */
    private static final int MOST_PODS = 20_000;

    /** Shares of the time: until reserves are no longer dropped, and until the bound has to be known. */
    private static final double DROPS = 0.5;

    private static final double BOUND = 0.7;

    private final Snapshot snapshot;
    private final List<PodWithBackup> pods;
    private final boolean isWhole;
    private final RandomGenerator random;
    private final BackupAssignment assignment;
    private final PossibleRestartNodes nodes;
    private final ReserveSearchSteps exchanges;
    private final SearchTimeLimit time;

    /**
     * Creates a search over the pods that have a backup; of more than {@value #MOST_PODS} over the pods of some zones,
     * others each time.
     *
     * @param profiles by name
     * @param mostChanges how many pods may get another backup
     */
    public ReserveOptimizer(
            Snapshot snapshot,
            List<PodWithBackup> pods,
            Function<String, @Nullable Profile> profiles,
            int mostChanges,
            RandomGenerator random,
            SearchTimeLimit time) {
        List<PodWithBackup> covered = ReserveSearchPodSelection.covered(pods, snapshot);
        this.snapshot = snapshot;
        this.pods = ReserveSearchPodSelection.of(covered, MOST_PODS, snapshot, random);
        this.isWhole = this.pods.size() == covered.size();
        this.random = random;
        this.time = time;
        this.assignment = new BackupAssignment(this.pods, ReserveSearchPodSelection.requested(covered), snapshot);
        this.nodes = new PossibleRestartNodes(this.pods, snapshot, profiles, random);
        this.exchanges = new ReserveSearchSteps(
                assignment, new BackupRelocation(assignment, nodes), nodes, snapshot, mostChanges, time);
    }

    /** Returns the reserves of a cluster as a share of the requests: see {@link ReservePlan}. */
    public static double shareKept(Snapshot snapshot, ResourceDemand requested) {
        ReserveCost cost = ReserveCost.shareOf(requested);
        return snapshot.get(BackupIndex.FACT).byBackup().values().stream()
                .mapToDouble(cover -> cost.of(cover.reserve()))
                .sum();
    }

    /** The best that is found in time: never more is kept than before. */
    public ReservePlan optimize() {
        ReservePlan.Reserve before = assignment.reserve();
        lowerAll();
        double least = isWhole ? bound() : 0;
        boolean complete = pods.isEmpty() || exchangeAll();
        return new ReservePlan(assignment.requested(), before, assignment.reserve(), least, moves(), complete);
    }

    private double bound() {
        int failures = snapshot.get(BackupIndex.FACT).rules().failures();
        ReserveLowerBoundCalculator bound = new ReserveLowerBoundCalculator(
                assignment, nodes, failures, snapshot.nodes().size());
        return bound.cost(() -> time.isLeft(BOUND));
    }

    /** Lowers reserves until no backup can be made to keep less by itself. */
    private void lowerAll() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int backup : exchanges.backups(random)) {
                if (!time.isLeft(DROPS)) {
                    return;
                }
                progress |= exchanges.lower(backup);
            }
        }
    }

    /** Returns whether none is left that was not tried, as far as chance has it. */
    private boolean exchangeAll() {
        int enough = PATIENCE * snapshot.nodes().size();
        int inVain = 0;
        while (inVain < enough && time.isLeft()) {
            inVain = exchanges.attempt(random) ? 0 : inVain + 1;
        }
        return inVain >= enough;
    }

    private List<ReservePlan.Move> moves() {
        return assignment
                .changedPods()
                .mapToObj(pod -> new ReservePlan.Move(
                        pods.get(pod), snapshot.nodeAt(assignment.backup(pod)).name()))
                .toList();
    }
}
