package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.FairOrder;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.recovery.ReplacementReservations;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts protected pods of failed nodes on their backups: first it creates a reservation there for each replacement,
 * from the reserve held for it; once the API server has the reservation as active, and balloons have released the
 * capacity, it deletes the pod, so that its controller replaces it. The next step follows from the cluster's state
 * alone, so that any replica can continue at any point. A pod without a possible reservation is left to Kubernetes. For
 * one thread.
 */
final class Failover {
    private static final Logger LOG = LoggerFactory.getLogger(Failover.class);

    /** The maximum number of requests in one step, so that a later failure does not wait longer. */
    private static final int BATCH = 50;
    /** The time before the same request is sent again; doubled with each attempt. */
    private static final Backoff RETRY = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(80));

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final FailoverReservationCreator reservations;
    private final Predicate<String> failing;
    private final FailoverWriter writer;
    private final ConcurrentPodRequestSender requests;
    private final boolean force;
    private final Ticker ticker;
    /** When each request was last sent. */
    private final Map<Request, SentRequest> lastSent = new HashMap<>();

    private record Request(boolean deletes, String uid) {}

    /**
     * @param failing whether the pods of the node of that name may be restarted now: it has a failure that counts, and
     *     recovery is not paused
     * @param writer thread-safe
     * @param force whether pods are deleted although their nodes have not confirmed that they stopped
     */
    Failover(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailoverReservationCreator reservations,
            Predicate<String> failing,
            FailoverWriter writer,
            ConcurrentPodRequestSender requests,
            boolean force,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.reservations = reservations;
        this.failing = failing;
        this.writer = writer;
        this.requests = requests;
        this.force = force;
        this.ticker = ticker;
    }

    /** Takes the next step for the pods of these nodes. */
    void restartPodsOf(Set<String> failed) {
        if (failed.isEmpty()) {
            lastSent.clear();
            reservations.releaseBalloons(Map.of());
            return;
        }
        List<PodWithBackup> lost = state.protection().pods().stream()
                .filter(pod -> failed.contains(pod.home()))
                .toList();
        Set<String> uids = lost.stream().map(pod -> pod.pod().uid()).collect(Collectors.toSet());
        lastSent.keySet().removeIf(request -> !uids.contains(request.uid()));
        if (!state.reservations().served()) {
            delete(lost.stream().filter(pod -> pod.backup() != null).toList());
            return;
        }
        ReplacementReservations known = new ReplacementReservations(state);
        delete(withFreeRoom(lost, known));
        List<PodWithBackup> missing =
                lost.stream().filter(pod -> isMissing(known.find(pod))).toList();
        List<PodWithBackup> looked = reservations.renew(due(false, missing));
        noteSent(false, looked);
        delete(reservations.reserve(looked, this::mayWrite));
    }

    /**
     * Returns the pods whose reservation is active and free of balloons that can be deleted: a node refuses pods that
     * are bound to it before.
     */
    private List<PodWithBackup> withFreeRoom(List<PodWithBackup> lost, ReplacementReservations known) {
        Map<PodWithBackup, String> nodes = new LinkedHashMap<>();
        for (PodWithBackup pod : lost) {
            ReservationState room = known.find(pod);
            if (room != null && isKept(room)) {
                nodes.put(pod, room.reservation().node());
            }
        }
        nodes.values().retainAll(reservations.releaseBalloons(nodes));
        return List.copyOf(nodes.keySet());
    }

    /**
     * Returns whether the next leader finds the reservation active. If the replacement of another pod of the same
     * controller took it, the reservation of that other pod remains.
     */
    private static boolean isKept(ReservationState room) {
        boolean isWritten = room.reservation().status().phase() == Phase.ACTIVE;
        return room.now().phase() == Phase.TAKEN
                || (isWritten && !room.now().phase().isEnd());
    }

    /**
     * Returns whether the pod has no reservation with capacity. A leader that died may have created one without: here
     * the reserve is still held for the pod instead, so that there may be too little for both.
     */
    private static boolean isMissing(@Nullable ReservationState room) {
        return room == null || (room.now().phase() != Phase.ACTIVE && room.now().phase() != Phase.TAKEN);
    }

    private void delete(List<PodWithBackup> lost) {
        List<PodWithBackup> due = due(true, lost);
        noteSent(true, due);
        requests.forEach(due, this::mayWrite, this::delete);
    }

    private void delete(PodWithBackup pod) {
        if (writer.delete(pod.pod(), force, () -> mayWrite(pod))) {
            LOG.info(
                    "Restarting a pod of a failed node; pod={} node={}",
                    pod.pod().key(),
                    pod.home());
        }
    }

    /**
     * Returns the pods whose request is due: new ones first, then those with a backup, namespaces in turn, and within a
     * namespace the longest waiting. Pods that cannot be helped must delay neither the others nor each other for ever.
     */
    private List<PodWithBackup> due(boolean deletes, List<PodWithBackup> pods) {
        Comparator<PodWithBackup> again = Comparator.comparing(pod -> lastSent.containsKey(request(deletes, pod)));
        return FairOrder.inTurn(
                        pods.stream().filter(pod -> isDue(lastSent.get(request(deletes, pod)))),
                        pod -> pod.pod().namespace(),
                        again.thenComparing(pod -> pod.backup() == null),
                        Comparator.comparingLong(pod -> lastSentAt(deletes, pod)))
                .limit(BATCH)
                .toList();
    }

    private long lastSentAt(boolean deletes, PodWithBackup pod) {
        SentRequest last = lastSent.get(request(deletes, pod));
        return last == null ? Long.MIN_VALUE : last.at();
    }

    private void noteSent(boolean deletes, List<PodWithBackup> pods) {
        SentRequest now = new SentRequest(ticker.nanos(), 0);
        pods.forEach(pod -> lastSent.merge(
                request(deletes, pod),
                now,
                // Nothing was requested while no node could keep room for it.
                (before, first) -> new SentRequest(now.at(), pod.backup() == null ? 0 : before.again() + 1)));
    }

    /** Clears pending requests, as another replica decides. */
    void forget() {
        lastSent.clear();
        reservations.forget();
    }

    /** @param again number of earlier attempts that failed */
    private record SentRequest(long at, int again) {}

    private static Request request(boolean deletes, PodWithBackup pod) {
        return new Request(deletes, pod.pod().uid());
    }

    private boolean isDue(@Nullable SentRequest last) {
        return last == null || ticker.since(last.at()).compareTo(RETRY.after(last.again() + 1)) >= 0;
    }

    /** The node may be back, recovery paused, or another replica lead, as requests take their time. */
    private boolean mayWrite(PodWithBackup pod) {
        return decisions.isActive() && failing.test(pod.home());
    }
}
