package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.optimizer.ReservePlan;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.recovery.Backups;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Carries out a plan of backups, as far as the cluster is still as it was. To be called between two decisions. */
final class BackupMoves {
    private final ClusterState state;
    private final Supplier<Snapshot> snapshots;

    /** @param snapshots the cluster as it is now */
    BackupMoves(ClusterState state, Supplier<Snapshot> snapshots) {
        this.state = state;
        this.snapshots = snapshots;
    }

    /**
     * Gives the pods their new backups. A pod that has changed since, or whose new backup has no room now, keeps the one that it has.
     *
     * @return how many have a new one
     */
    int apply(List<ReservePlan.Move> moves) {
        Map<String, ProtectedPod> now = state.protectedPods().stream()
                .collect(Collectors.toMap(pod -> pod.pod().uid(), Function.identity()));
        List<ReservePlan.Move> valid = new ArrayList<>();
        for (ReservePlan.Move move : moves) {
            ProtectedPod known = now.get(move.pod().pod().uid());
            if (known != null
                    && known.home().equals(move.pod().home())
                    && Objects.equals(known.backup(), move.pod().backup())) {
                valid.add(move);
            }
        }
        // Together: on the way one may need room that another gives up.
        valid.forEach(move -> state.protect(move.pod().pod(), null));
        List<ReservePlan.Move> refused =
                valid.stream().filter(move -> !takes(move.pod(), move.to())).toList();
        refused.forEach(
                move -> takes(move.pod(), Objects.requireNonNull(move.pod().backup(), "backup")));
        return valid.size() - refused.size();
    }

    /** Whether the node stands in for it now. */
    private boolean takes(ProtectedPod pod, String backup) {
        boolean hasRoom = Backups.mayHold(new ProtectedPod(pod.pod(), backup), snapshots.get());
        if (hasRoom) {
            state.protect(pod.pod(), backup);
        }
        return hasRoom;
    }
}
