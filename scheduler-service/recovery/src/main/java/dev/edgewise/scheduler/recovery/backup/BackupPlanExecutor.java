package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.optimizer.ReserveOptimizer;
import dev.edgewise.scheduler.optimizer.ReservePlan;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries out a plan of backups, as far as the cluster is still as it was. To be called between two decisions. */
final class BackupPlanExecutor {
    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final Function<String, @Nullable Profile> profiles;
    private final Consumer<PodWithBackup> renew;

    /**
     * @param profiles by name
     * @param renew finds another backup for a pod that has none
     */
    BackupPlanExecutor(
            ClusterState state,
            SchedulingLoopAccess decisions,
            Function<String, @Nullable Profile> profiles,
            Consumer<PodWithBackup> renew) {
        this.state = state;
        this.decisions = decisions;
        this.profiles = profiles;
        this.renew = renew;
    }

    /**
     * Gives the pods their new backups. A pod that has changed since, or whose new backup now lacks capacity or breaks
     * its needs, keeps its present backup; so do all pods if the reserves would grow.
     *
     * @return how many have a new one
     */
    int apply(ReservePlan plan) {
        List<ReservePlan.Move> moves = unchanged(plan.moves());
        double before = share(plan);
        // Together: on the way one may need room that another gives up.
        moves.forEach(move -> state.protection().assign(move.pod().pod(), null));
        List<ReservePlan.Move> done = moves.stream().filter(this::isCarriedOut).toList();
        // Also if all are: what made up for a move may be one of a pod that has changed.
        if (share(plan) > before) {
            done.forEach(move -> state.protection().assign(move.pod().pod(), null));
            done = List.of();
        }
        Set<ReservePlan.Move> changed = Set.copyOf(done);
        moves.stream().filter(move -> !changed.contains(move)).forEach(move -> restore(move.pod()));
        return done.size();
    }

    private List<ReservePlan.Move> unchanged(List<ReservePlan.Move> moves) {
        Map<String, ReservePlan.Move> byUid =
                moves.stream().collect(Collectors.toMap(move -> move.pod().pod().uid(), Function.identity()));
        List<ReservePlan.Move> unchanged = new ArrayList<>();
        for (PodWithBackup pod :
                byUid.isEmpty() ? List.<PodWithBackup>of() : state.protection().pods()) {
            ReservePlan.Move move = byUid.get(pod.pod().uid());
            if (move != null
                    && pod.home().equals(move.pod().home())
                    && Objects.equals(pod.backup(), move.pod().backup())) {
                unchanged.add(move);
            }
        }
        return unchanged;
    }

    private double share(ReservePlan plan) {
        return ReserveOptimizer.shareKept(decisions.snapshot(), plan.requested());
    }

    /** Times may have changed while the plan was made. */
    private boolean isCarriedOut(ReservePlan.Move move) {
        Pod pod = move.pod().pod();
        Profile profile = profiles.apply(pod.spec().schedulerName());
        if (profile == null || !takes(move.pod(), move.to())) {
            return false;
        }
        boolean holds = NodeSearchWithBackup.holds(new PodWithBackup(pod, move.to()), profile, decisions.snapshot());
        if (!holds) {
            state.protection().assign(pod, null);
        }
        return holds;
    }

    /** Returns whether the node can be its backup now. */
    private boolean takes(PodWithBackup pod, String backup) {
        boolean hasRoom = NodeSearchWithBackup.mayHold(new PodWithBackup(pod.pod(), backup), decisions.snapshot());
        if (hasRoom) {
            state.protection().assign(pod.pod(), backup);
        }
        return hasRoom;
    }

    private void restore(PodWithBackup pod) {
        String before = pod.backup();
        if (before == null || !takes(pod, before)) {
            renew.accept(new PodWithBackup(pod.pod(), null));
        }
    }
}
