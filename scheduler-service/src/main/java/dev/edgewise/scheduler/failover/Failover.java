package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.protection.ProtectedPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts protected pods of failed nodes on their backups: first a reservation there for what will replace each, on the room that was kept for it, then the
 * deletion that makes its controller replace it. Each step may be repeated: whoever leads next begins with what the API server shows. For one
 * thread.
 */
final class Failover {
    private static final Logger LOG = LoggerFactory.getLogger(Failover.class);

    /** Until the deletion of a pod is asked for again that is still there. */
    private static final Duration AGAIN = Duration.ofSeconds(5);
    /** Reservations of one namespace that hold room are limited elsewhere; here a node's pods are what they are. */
    private static final int ANY_NUMBER = Integer.MAX_VALUE;

    private final ClusterState state;
    private final LiveClusterFeed feed;
    private final Consumer<Runnable> betweenDecisions;
    private final FailoverWriter writer;
    private final Protector protector;
    private final boolean force;
    private final Ticker ticker;
    /** When the deletion of a lost pod was asked for, by uid. */
    private final Map<String, Long> deleted = new HashMap<>();

    /**
     * @param betweenDecisions runs work while no decision is under way
     * @param force whether pods are deleted although their nodes have not confirmed that they stopped
     */
    Failover(
            ClusterState state,
            LiveClusterFeed feed,
            Consumer<Runnable> betweenDecisions,
            FailoverWriter writer,
            Protector protector,
            boolean force,
            Ticker ticker) {
        this.state = state;
        this.feed = feed;
        this.betweenDecisions = betweenDecisions;
        this.writer = writer;
        this.protector = protector;
        this.force = force;
        this.ticker = ticker;
    }

    /** Restarts the pods of these nodes, as far as that was not done. */
    void restartPodsOf(Set<String> failed) {
        List<ProtectedPod> all = state.protectedPods();
        List<ProtectedPod> lost = all.stream()
                .filter(pod -> failed.contains(pod.home()) && isDue(pod))
                .toList();
        deleted.keySet().retainAll(all.stream().map(pod -> pod.pod().uid()).collect(Collectors.toSet()));
        if (lost.isEmpty()) {
            return;
        }
        betweenDecisions.accept(() -> lost.stream()
                .filter(pod -> pod.backup() == null || failed.contains(pod.backup()))
                .forEach(protector::protect));
        Set<String> uids = lost.stream().map(pod -> pod.pod().uid()).collect(Collectors.toSet());
        restart(state.protectedPods().stream()
                .filter(pod -> uids.contains(pod.pod().uid()))
                .toList());
    }

    private boolean isDue(ProtectedPod pod) {
        Long asked = deleted.get(pod.pod().uid());
        return asked == null || ticker.since(asked).compareTo(AGAIN) >= 0;
    }

    private void restart(List<ProtectedPod> lost) {
        List<Reservation> reserved = new ArrayList<>();
        for (ProtectedPod pod : lost) {
            Reservation room = pod.backup() == null ? null : writer.reserve(pod.pod(), pod.backup());
            if (room != null) {
                reserved.add(room);
            }
        }
        betweenDecisions.accept(() -> take(lost, reserved));
        for (ProtectedPod pod : lost) {
            if (writer.delete(pod.pod(), force)) {
                deleted.put(pod.pod().uid(), ticker.nanos());
                LOG.info(
                        "restarting pod={} of failed node={} on backup={}",
                        pod.pod().key(),
                        pod.home(),
                        pod.backup() == null ? "none" : pod.backup());
            }
        }
    }

    /** The room on a backup is for the lost pods before it is for those of other nodes, which get other backups where too little is left. */
    private void take(List<ProtectedPod> lost, List<Reservation> reserved) {
        lost.forEach(pod -> state.protect(pod.pod().key(), null));
        reserved.forEach(feed::reservation);
        feed.acceptReservations(ANY_NUMBER);
        Set<String> scarce = withoutRoom(reserved);
        List<ProtectedPod> others = state.protectedPods().stream()
                .filter(pod -> pod.backup() != null && scarce.contains(pod.backup()))
                .toList();
        if (!others.isEmpty()) {
            others.forEach(pod -> state.protect(pod.pod().key(), null));
            feed.acceptReservations(ANY_NUMBER);
            others.forEach(protector::protect);
        }
    }

    /** The nodes on which not all of the reservations have their room. */
    private Set<String> withoutRoom(List<Reservation> reserved) {
        Set<String> uids = reserved.stream().map(Reservation::uid).collect(Collectors.toSet());
        return state.reservations().stream()
                .filter(known -> uids.contains(known.reservation().uid()))
                .filter(known -> known.now().phase() == ReservationStatus.Phase.UNSCHEDULABLE)
                .map(known -> known.reservation().node())
                .collect(Collectors.toSet());
    }
}
