package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The backup (a position of a node) of each pod (a number); changes can be undone step by step. Serves one search, on
 * one thread.
 */
final class BackupAssignment {
    private final ReserveCost cost;
    private final ResourceDemand[] demands;
    private final String[] homes;
    private final int[] before;
    private final int[] backups;
    private final NodeBackups[] covers;
    /** Pods by home and backup. */
    private final PodsByNode homePods = new PodsByNode();

    private final List<Step> steps = new ArrayList<>();
    private final ResourceDemand requested;
    private double total;
    private int changed;

    private record Step(int pod, int from) {}

    /**
     * @param pods that have a backup in the snapshot
     * @param requested what all such pods request, these and others
     */
    BackupAssignment(List<PodWithBackup> pods, ResourceDemand requested, Snapshot snapshot) {
        int size = pods.size();
        demands = new ResourceDemand[size];
        homes = new String[size];
        backups = new int[size];
        for (int pod = 0; pod < size; pod++) {
            demands[pod] = ResourceDemand.of(pods.get(pod).pod());
            homes[pod] = pods.get(pod).home();
            backups[pod] =
                    snapshot.positionOf(Objects.requireNonNull(pods.get(pod).backup(), "backup"));
            homePods.add(homes[pod], backups[pod], pod);
        }
        this.requested = requested;
        before = backups.clone();
        cost = ReserveCost.shareOf(requested);
        BackupIndex known = snapshot.get(BackupIndex.FACT);
        covers = snapshot.nodes().stream().map(node -> known.of(node.name())).toArray(NodeBackups[]::new);
        for (NodeBackups cover : covers) {
            total += cost.of(cover.reserve());
        }
    }

    /** Returns how many pods there are. */
    int size() {
        return backups.length;
    }

    ReserveCost cost() {
        return cost;
    }

    /** Returns the total requests of all pods that have a backup. */
    ResourceDemand requested() {
        return requested;
    }

    /** Returns the cost of the reserves of the whole cluster. */
    double total() {
        return total;
    }

    /** Returns the reserves of the whole cluster, counted again. */
    ReservePlan.Reserve reserve() {
        ResourceDemand room = ResourceDemand.NONE;
        for (NodeBackups cover : covers) {
            room = room.plus(cover.reserve());
        }
        return new ReservePlan.Reserve(room, cost.of(room));
    }

    /** Returns how many pods have another backup than at the beginning. */
    int changed() {
        return changed;
    }

    /** The pods that have another backup than at the beginning. */
    IntStream changedPods() {
        return IntStream.range(0, backups.length).filter(pod -> backups[pod] != before[pod]);
    }

    NodeBackups cover(int node) {
        return covers[node];
    }

    ResourceDemand demand(int pod) {
        return demands[pod];
    }

    String home(int pod) {
        return homes[pod];
    }

    int backup(int pod) {
        return backups[pod];
    }

    /** All backups of the pods of one node. */
    Set<Integer> backupsOf(String home) {
        return homePods.backups(home);
    }

    /** The pods of one node that go to that backup. */
    List<Integer> pods(String home, int backup) {
        return homePods.get(home, backup);
    }

    /** Makes the node the backup of the pod. */
    void move(int pod, int backup) {
        steps.add(new Step(pod, backups[pod]));
        set(pod, backup);
    }

    /** Returns a mark that {@link #backTo} takes. */
    int mark() {
        return steps.size();
    }

    /** Makes all moves permanent. */
    void keep() {
        steps.clear();
    }

    /** Takes back what was moved since. */
    void backTo(int mark) {
        while (steps.size() > mark) {
            Step last = steps.remove(steps.size() - 1);
            set(last.pod(), last.from());
        }
    }

    private void set(int pod, int backup) {
        int from = backups[pod];
        changed += (backup == before[pod] ? 0 : 1) - (from == before[pod] ? 0 : 1);
        put(from, covers[from].without(homes[pod], demands[pod]));
        put(backup, covers[backup].with(homes[pod], demands[pod]));
        homePods.remove(homes[pod], from, pod);
        homePods.add(homes[pod], backup, pod);
        backups[pod] = backup;
    }

    private void put(int node, NodeBackups cover) {
        total += cost.of(cover.reserve()) - cost.of(covers[node].reserve());
        covers[node] = cover;
    }
}
