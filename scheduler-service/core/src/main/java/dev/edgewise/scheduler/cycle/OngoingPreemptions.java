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
    private static final Duration EFFECT_WITHIN = Duration.ofSeconds(15);
    /** Longest duration of a move: the time for which capacity is kept for the replacement of the moved pod. */
    private static final Duration LONGEST_MOVE = PreemptionWriter.ROOM_KEPT;
    /** Victims that leave for longer are no longer waited for in particular. */
    private static final Duration LONGEST_TERMINATION = Duration.ofMinutes(10);

    private final ClusterState state;
    private final Ticker ticker;
    private final Map<PodKey, OngoingPreemption> byPreemptor = new ConcurrentHashMap<>();

    OngoingPreemptions(ClusterState state, Ticker ticker) {
        this.state = state;
        this.ticker = ticker;
    }

    void add(OngoingPreemption preemption) {
        byPreemptor.put(preemption.preemptor().pod().key(), preemption);
    }

    /** Returns whether the preemption was under way. */
    boolean remove(OngoingPreemption preemption) {
        return byPreemptor.remove(preemption.preemptor().pod().key(), preemption);
    }

    /** Drops preemptions that are over, and notes in the others that no node accepts the pod. */
    void noteRejected(Pod pod) {
        byPreemptor.values().removeIf(this::isOver);
        byPreemptor.values().forEach(preemption -> preemption.noteRejected(pod));
    }

    /**
     * Returns whether a preemption for the pod shows no effect yet; one that moves a pod is waited for as long as its
     * capacity is kept.
     */
    boolean isUnderWay(Pod preemptor) {
        OngoingPreemption preemption = byPreemptor.get(preemptor.key());
        if (preemption == null) {
            return false;
        }
        List<Pod> victims = preemption.victims().pods();
        boolean moves =
                preemption.target() != null && ticker.since(preemption.at()).compareTo(LONGEST_MOVE) < 0;
        return victims.stream().anyMatch(moves ? this::holdsCapacity : this::isNotTerminating);
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
                        .map(PreemptionWriter::reservationFor)
                        .collect(Collectors.toSet());
        return !leaving.isEmpty()
                && state.reservations().states().stream()
                        .anyMatch(one -> leaving.contains(one.reservation().key()));
    }

    /** Returns the uids of all victims. */
    Set<String> victimUids() {
        Set<String> uids = new HashSet<>();
        byPreemptor
                .values()
                .forEach(preemption -> preemption.victims().pods().forEach(victim -> uids.add(victim.uid())));
        return uids;
    }

    /** Returns the preemptions that the pod is a victim of. */
    List<OngoingPreemption> withVictim(PodKey victim) {
        return byPreemptor.values().stream()
                .filter(preemption -> preemption.victims().pods().stream()
                        .anyMatch(one -> one.key().equals(victim)))
                .toList();
    }

    /** Returns whether all its victims have given their capacity back. */
    boolean isClear(OngoingPreemption preemption) {
        return preemption.victims().pods().stream().noneMatch(this::holdsCapacity);
    }

    /** Returns the snapshot with what nodes will keep for other preemptors than that pod. */
    Snapshot withPlannedBackups(Snapshot snapshot, Pod preemptor) {
        Snapshot then = snapshot;
        for (OngoingPreemption preemption : byPreemptor.values()) {
            BackupEntry planned = preemption.planned();
            Pod other = preemption.preemptor().pod();
            then = planned != null && !other.isSameAs(preemptor) && isWaiting(other)
                    ? HypotheticalBackups.with(then, planned)
                    : then;
        }
        return then;
    }

    /** Returns whether the pod still waits for a node. */
    boolean isWaiting(Pod preemptor) {
        Pod now = state.pod(preemptor.key());
        return now != null
                && now.isSameAs(preemptor)
                && !now.terminating()
                && now.spec().nodeName() == null;
    }

    /** Returns whether it has failed, or all its victims have gone. */
    private boolean isOver(OngoingPreemption preemption) {
        Duration age = ticker.since(preemption.at());
        if (age.compareTo(EFFECT_WITHIN) <= 0) {
            return false;
        }
        return age.compareTo(LONGEST_TERMINATION) > 0
                || isClear(preemption)
                || preemption.victims().pods().stream().anyMatch(this::isNotTerminating);
    }

    private boolean isNotTerminating(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.terminating();
    }

    private boolean holdsCapacity(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.status().phase().isTerminal();
    }
}
