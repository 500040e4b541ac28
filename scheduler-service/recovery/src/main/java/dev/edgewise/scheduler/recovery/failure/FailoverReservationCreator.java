package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.recovery.balloon.BalloonReleaser;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.state.protection.UncoveredPodSelector;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the reserves of backups into reservations for the replacements of lost pods. For one thread. */
final class FailoverReservationCreator {
    private static final Logger LOG = LoggerFactory.getLogger(FailoverReservationCreator.class);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final FailoverWriter writer;
    private final BackupReconciler backups;
    private final BalloonReleaser balloons;
    private final ReserveShrinker shrinker;
    private final ConcurrentPodRequestSender requests;

    /**
     * @param writer thread-safe
     */
    FailoverReservationCreator(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailoverWriter writer,
            BackupReconciler backups,
            BalloonReleaser balloons,
            ConcurrentPodRequestSender requests,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.backups = backups;
        this.balloons = balloons;
        this.requests = requests;
        this.shrinker = new ReserveShrinker(state, decisions, ticker);
    }

    /**
     * Gives lost pods another backup if their present one does not hold, as many as there is time for. Returns the
     * checked pods.
     */
    List<PodWithBackup> renew(List<PodWithBackup> lost) {
        List<PodWithBackup> looked = new ArrayList<>();
        if (!lost.isEmpty()) {
            decisions.exclusively(() -> looked.addAll(backups.renew(lost)));
        }
        return looked;
    }

    /**
     * Creates a reservation for each lost pod that has a backup.
     *
     * @param mayWrite asked before each request
     * @return those that may have none
     */
    List<PodWithBackup> reserve(List<PodWithBackup> lost, Predicate<PodWithBackup> mayWrite) {
        if (lost.isEmpty()) {
            return List.of();
        }
        Set<String> uids = lost.stream().map(pod -> pod.pod().uid()).collect(Collectors.toSet());
        List<PodWithBackup> covered = state.protection().pods().stream()
                .filter(pod -> pod.backup() != null && uids.contains(pod.pod().uid()))
                .toList();
        Map<PodWithBackup, Reservation> created = new ConcurrentHashMap<>();
        Queue<PodWithBackup> refused = new ConcurrentLinkedQueue<>();
        requests.forEach(covered, mayWrite, pod -> reserve(pod, created, refused));
        take(created);
        return List.copyOf(refused);
    }

    private void reserve(PodWithBackup pod, Map<PodWithBackup, Reservation> created, Queue<PodWithBackup> refused) {
        try {
            Reservation room = writer.reserve(pod.pod(), Objects.requireNonNull(pod.backup()));
            if (room != null) {
                created.put(pod, room);
            }
        } catch (ReservationRefusedException e) {
            LOG.warn(
                    "A pod restarts without its room, as none may be reserved; pod={} cause={}",
                    pod.pod().key(),
                    e.getMessage());
            refused.add(pod);
        }
    }

    /**
     * Gives the capacity to the lost pods before those of other nodes, which get other backups later if too little
     * remains.
     */
    private void take(Map<PodWithBackup, Reservation> created) {
        Set<String> uids = created.values().stream().map(Reservation::uid).collect(Collectors.toSet());
        Map<String, UncoveredPodSelector> reductions = new HashMap<>();
        decisions.exclusively(() -> {
            created.keySet().forEach(pod -> state.protection().assign(pod.pod(), null));
            addNew(created.values());
            accept(created, uids);
            reductions.putAll(reserveReductions(uids));
        });
        List<PodWithBackup> others = shrinker.release(reductions, () -> accept(created, uids));
        decisions.exclusively(() -> backups.renewSoon(others));
    }

    private void accept(Map<PodWithBackup, Reservation> created, Set<String> uids) {
        balloons.release(nodesOf(created), uids);
        state.reservations().accept(uids);
    }

    private static Set<String> nodesOf(Map<PodWithBackup, Reservation> created) {
        return created.values().stream().map(Reservation::node).collect(Collectors.toSet());
    }

    /**
     * Releases balloons in favor of restarting pods.
     *
     * @param restarting lost pods, with the nodes that have reservations for what replaces them
     * @return the nodes without balloons in the way, except those that cannot be deleted
     */
    Set<String> releaseBalloons(Map<PodWithBackup, String> restarting) {
        Set<String> nodes = new HashSet<>(balloons.nodesToRelease());
        nodes.addAll(restarting.values());
        balloons.forgetAllBut(nodes);
        if (nodes.isEmpty()) {
            return nodes;
        }
        decisions.exclusively(() -> {
            // The last leader may have kept the room for them in both ways.
            restarting.keySet().stream().filter(pod -> pod.backup() != null).forEach(pod -> state.protection()
                    .assign(pod.pod(), null));
            balloons.release(nodes, Set.of());
        });
        return nodes.stream()
                .filter(node -> decisions.isActive() && balloons.delete(node))
                .collect(Collectors.toSet());
    }

    /** Clears all state, as another replica decides. */
    void forget() {
        balloons.forgetAllBut(Set.of());
    }

    /** Adds the reservations; versions that the watch brought may be newer than the answer to their creation. */
    private void addNew(Collection<Reservation> rooms) {
        rooms.forEach(state.reservations()::putOwn);
    }

    /** Returns the reduced reserves of nodes on which not all of the reservations have their capacity. */
    private Map<String, UncoveredPodSelector> reserveReductions(Set<String> uids) {
        Map<String, ResourceDemand> needed = state.reservations().states().stream()
                .filter(known -> uids.contains(known.reservation().uid()))
                .filter(known -> known.now().phase() == Phase.UNSCHEDULABLE)
                .map(ReservationState::reservation)
                .collect(Collectors.toMap(
                        Reservation::node, room -> new ResourceDemand(room.requests(), 1), ResourceDemand::plus));
        Snapshot snapshot = state.snapshot();
        Map<String, UncoveredPodSelector> reductions = new HashMap<>();
        needed.forEach((name, demand) -> {
            NodeState node = snapshot.node(name);
            if (node != null) {
                reductions.put(name, reserveReduction(node, demand, snapshot.get(BackupIndex.FACT)));
            }
        });
        return reductions;
    }

    private static UncoveredPodSelector reserveReduction(NodeState node, ResourceDemand needed, BackupIndex covers) {
        Map<String, Long> scalars = new HashMap<>();
        needed.resources().scalars().keySet().forEach(name -> scalars.put(name, node.freeScalar(name)));
        Resources free = new Resources(node.freeMilliCpu(), node.freeMemory(), node.freeEphemeralStorage(), scalars);
        return new UncoveredPodSelector(
                covers.of(node.name()).reserve(),
                needed,
                new ResourceDemand(free, Math.toIntExact(node.freePods())),
                covers.rules().failures());
    }
}
