package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.HypotheticalBackups;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.ReservationIndex;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupEntry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The preemptions that were begun, and whose victims have not all left. Thread-safe. */
final class OngoingPreemptions {
    /** Evictions that show no effect after this time have failed; the pod may look again. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** Longest duration of a move: the time for which capacity is kept for the replacement of the moved pod. */
    private static final Duration LONGEST_MOVE = Evictor.ROOM_KEPT;
    /** Victims that leave for longer are no longer waited for in particular. */
    private static final Duration LONGEST_LEAVE = Duration.ofMinutes(10);

    private final ClusterState state;
    private final Ticker ticker;
    private final Map<PodKey, OngoingPreemption> ordered = new ConcurrentHashMap<>();

    OngoingPreemptions(ClusterState state, Ticker ticker) {
        this.state = state;
        this.ticker = ticker;
    }

    void add(OngoingPreemption order) {
        ordered.put(order.preemptor().pod().key(), order);
    }

    /** Returns whether it was there. */
    boolean remove(OngoingPreemption order) {
        return ordered.remove(order.preemptor().pod().key(), order);
    }

    /** Drops orders that are over, and notes in the others that no node accepts the pod. */
    void noteRejected(Pod pod) {
        ordered.values().removeIf(this::isOver);
        ordered.values().forEach(order -> order.noteRejected(pod));
    }

    /**
     * Returns whether a preemption for the pod shows no effect yet; one that moves a pod is waited for as long as its
     * capacity is kept.
     */
    boolean isUnderWay(Pod preemptor) {
        OngoingPreemption order = ordered.get(preemptor.key());
        if (order == null) {
            return false;
        }
        List<Pod> victims = order.victims().pods();
        boolean moves = order.target() != null && ticker.since(order.at()).compareTo(LONGEST_MOVE) < 0;
        return victims.stream().anyMatch(moves ? this::isThere : this::isUntouched);
    }

    /** Returns whether a pod moves off the node that is nominated for the pod, as a leader before may have decided. */
    boolean isBeingMoved(Pod pod, Snapshot snapshot) {
        String nominated = pod.status().nominatedNode();
        NodeState node =
                nominated == null || snapshot.get(ReservationIndex.FACT).isEmpty() ? null : snapshot.node(nominated);
        Set<ReservationKey> leaving = node == null
                ? Set.of()
                : node.pods().stream()
                        .filter(Pod::terminating)
                        .map(Evictor::reservationFor)
                        .collect(Collectors.toSet());
        return !leaving.isEmpty()
                && state.reservations().states().stream()
                        .anyMatch(one -> leaving.contains(one.reservation().key()));
    }

    /** The uids of all victims. */
    Set<String> leaving() {
        Set<String> leaving = new HashSet<>();
        ordered.values().forEach(order -> order.victims().pods().forEach(victim -> leaving.add(victim.uid())));
        return leaving;
    }

    /** Returns the orders that the pod is a victim of. */
    List<OngoingPreemption> against(PodKey victim) {
        return ordered.values().stream()
                .filter(order -> order.victims().pods().stream()
                        .anyMatch(one -> one.key().equals(victim)))
                .toList();
    }

    /** Returns whether all its victims have given their capacity back. */
    boolean isClear(OngoingPreemption order) {
        return order.victims().pods().stream().noneMatch(this::isThere);
    }

    /** The snapshot with what nodes will keep for other preemptors than that pod. */
    Snapshot covering(Snapshot snapshot, Pod preemptor) {
        Snapshot then = snapshot;
        for (OngoingPreemption order : ordered.values()) {
            BackupEntry planned = order.planned();
            Pod other = order.preemptor().pod();
            then = planned != null && !other.isSameAs(preemptor) && waits(other)
                    ? HypotheticalBackups.with(then, planned)
                    : then;
        }
        return then;
    }

    /** Returns whether the pod still waits for a node. */
    boolean waits(Pod preemptor) {
        Pod now = state.pod(preemptor.key());
        return now != null
                && now.isSameAs(preemptor)
                && !now.terminating()
                && now.spec().nodeName() == null;
    }

    /** Returns whether it has failed, or all its victims have gone. */
    private boolean isOver(OngoingPreemption order) {
        Duration age = ticker.since(order.at());
        if (age.compareTo(PATIENCE) <= 0) {
            return false;
        }
        return age.compareTo(LONGEST_LEAVE) > 0
                || isClear(order)
                || order.victims().pods().stream().anyMatch(this::isUntouched);
    }

    private boolean isUntouched(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.terminating();
    }

    private boolean isThere(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.status().phase().isTerminal();
    }
}
