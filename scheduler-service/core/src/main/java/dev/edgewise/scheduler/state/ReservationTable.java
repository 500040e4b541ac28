package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The reservations, with a placeholder on the node of each one that holds capacity. A reservation begins to hold it
 * when its node has that much free, and keeps it until it ends, even if the node goes. Not thread-safe.
 */
final class ReservationTable implements StateExtension {
    private final NodeTable nodes;
    private final CapacityPlaceholders placeholders;
    private final ControllerPods pods;
    private final ReservationAdmission admission;
    private final Predicate<String> bindsWithoutReservation;
    private final ReservationList list;
    private final CurrentClusterFacts facts;
    private final List<Reservation> activated = new ArrayList<>();
    /** Whether this replica has not decided yet since it followed another one. */
    private boolean isFollower = true;

    /** @param bindsWithoutReservation whether the scheduler of that name does not say which reservation a pod takes */
    ReservationTable(
            NodeTable nodes,
            CapacityPlaceholders placeholders,
            CurrentClusterFacts facts,
            Predicate<String> bindsWithoutReservation) {
        this.nodes = nodes;
        this.facts = facts;
        this.placeholders = placeholders;
        this.pods = new ControllerPods(name -> nodes.state(name) != null);
        this.admission = new ReservationAdmission(nodes, pods);
        this.bindsWithoutReservation = bindsWithoutReservation;
        this.list = new ReservationList(nodes);
    }

    ReservationList list() {
        return list;
    }

    /** Returns how much of a namespace may hold capacity. */
    ReservationBudget budget() {
        return admission.budget();
    }

    /** Returns the reservations that hold capacity. */
    ReservationIndex index() {
        return facts.get(ReservationIndex.FACT);
    }

    /** @param priority of what is reserved for pods that are not known */
    void baseOn(int priority) {
        pods.baseOn(priority);
    }

    boolean keeps(String uid) {
        return list.ofUid(uid) != null;
    }

    /** @param anyway whether it is kept however many its namespace has */
    void put(Reservation reservation, boolean anyway) {
        ReservationKey key = reservation.key();
        ReservationEntry standing = list.of(key);
        if (standing == null || !standing.reservation.uid().equals(reservation.uid())) {
            remove(key);
            standing = list.add(reservation, anyway);
            if (standing == null) {
                return;
            }
            findTaker(standing);
        }
        list.namespace(key).replace(standing, reservation);
        Phase phase = reservation.status().phase();
        standing.accepted |= phase == Phase.ACTIVE && reservation.problem() == null;
        if (standing.end == null && (phase.isEnd() || reservation.deleted())) {
            standing.end = phase.isEnd() ? phase : Phase.EXPIRED;
        }
        settle(standing);
    }

    void remove(ReservationKey key) {
        ReservationEntry standing = list.of(key);
        if (standing != null) {
            standing.end = Phase.EXPIRED;
            settle(standing);
        }
        list.remove(key);
    }

    /** The API server has them no more. */
    void removeAll() {
        list.all().stream().map(standing -> standing.reservation.key()).toList().forEach(this::remove);
        list.forgetOverLimit();
    }

    /**
     * The time of the reservation is over. A reservation that a pod is being bound with is left until that is known.
     */
    void expire(String uid) {
        ReservationEntry standing = list.ofUid(uid);
        if (standing != null && standing.end == null && standing.taker == null) {
            standing.end = Phase.EXPIRED;
            settle(standing);
        }
    }

    /**
     * A pod of a higher priority than it has takes its capacity. A reservation that a pod is being bound with has no
     * placeholder, and is left: that pod has the capacity.
     */
    void preempt(String uid, Pod by) {
        ReservationEntry standing = list.ofUid(uid);
        Pod placed = standing == null ? null : standing.placeholder;
        if (standing != null
                && placed != null
                && placed.spec().priority() < by.spec().priority()) {
            standing.endReason = "Preempted";
            standing.endMessage =
                    "pod " + by.key() + " of priority " + by.spec().priority() + " needed its room";
            standing.end = Phase.EXPIRED;
            settle(standing);
        }
    }

    /**
     * Accepts waiting reservations that fit, oldest first. Only reservations whose nodes have changed are judged; if
     * many wait, they are looked at in turns.
     *
     * @param most how many of one namespace may hold capacity
     * @param nominated pods that others were evicted for, by node: their capacity is not free
     */
    void accept(int most, Map<String, List<Pod>> nominated) {
        list.noteNodes();
        if (isFollower) {
            isFollower = false;
            PreemptedReservationFinder.among(list.all(), nodes).forEach(this::preempt);
        }
        for (ReservationEntry standing : admission.next(list.namespaces())) {
            ReservationKey key = standing.reservation.key();
            applyAdmission(standing, admission.refusal(standing, list.namespace(key), most, nominated));
            if (standing.accepted) {
                admission.accepted(key.namespace());
            }
        }
    }

    /**
     * Accepts these reservations if their nodes have the capacity, however many of their namespaces hold some.
     * Nominated pods do not count: they never had the capacity that is kept for failures.
     */
    void accept(Set<String> uids) {
        for (String uid : uids) {
            ReservationEntry standing = list.ofUid(uid);
            if (standing != null && standing.isWaiting()) {
                applyAdmission(standing, admission.refusal(standing, Map.of()));
            }
        }
    }

    private void applyAdmission(ReservationEntry standing, @Nullable ReservationStatus refusal) {
        if (refusal == null || !refusal.equals(standing.refusal)) {
            standing.refusal = refusal;
            standing.accepted = refusal == null;
            settle(standing);
        }
    }

    /** Keeps only the states that the leader has written: for a replica that does not decide, or no longer does. */
    void follow() {
        isFollower = true;
        list.noteNodes();
        for (ReservationEntry standing : list.all()) {
            boolean was = standing.accepted;
            standing.accepted &= standing.reservation.status().phase() == Phase.ACTIVE;
            if (standing.accepted != was || standing.refusal != null) {
                standing.refusal = null;
                settle(standing);
            }
        }
    }

    /** A pod whose binding is only assumed may still give the reservation back. */
    @Override
    public void podChanged(@Nullable Pod before, @Nullable Pod after, boolean assumed) {
        pods.changed(before, after);
        prioritize(before);
        prioritize(after);
        ReservationEntry left = ofBound(before);
        ReservationEntry taken = ofBound(after);
        if (left != null && left != taken && before != null && before.key().equals(left.taker) && left.end == null) {
            left.taker = null;
            settle(left);
        }
        if (taken != null && after != null) {
            take(taken, after, assumed);
        } else if (before != null && after != null && isBoundWithoutReservation(before, after)) {
            takeOldest(after);
        }
    }

    /**
     * Gives the reservations of the pod's controller the priority of the controller's most important pod. While it has
     * none, as between a pod and its replacement, the last priority stays.
     */
    private void prioritize(@Nullable Pod pod) {
        Integer priority = pod == null || pod.controllerUid().isEmpty()
                ? null
                : pods.priority(new ControllerPods.Key(pod.namespace(), pod.controllerUid()));
        if (pod == null || priority == null) {
            return;
        }
        for (Reservation reservation : index().ofController(pod.namespace(), pod.controllerUid())) {
            ReservationEntry standing = list.ofUid(reservation.uid());
            Pod placed = standing == null ? null : standing.placeholder;
            if (standing != null && placed != null && placed.spec().priority() != priority) {
                Pod other = CapacityPlaceholderPod.of(reservation, priority);
                placeholders.remove(placed);
                placeholders.add(other);
                standing.placeholder = other;
            }
        }
    }

    /**
     * Tells whether a pod that was seen waiting was bound without its reservation; other pods may have been bound
     * before the reservation existed.
     */
    private boolean isBoundWithoutReservation(Pod before, Pod after) {
        return before.isSameAs(after)
                && before.spec().nodeName() == null
                && after.spec().nodeName() != null
                && bindsWithoutReservation.test(after.spec().schedulerName());
    }

    /** Takes the oldest of the reservations that hold capacity on the pod's node. */
    private void takeOldest(Pod pod) {
        for (Reservation reservation : index().of(pod, Integer.MAX_VALUE)) {
            ReservationEntry standing = list.ofUid(reservation.uid());
            if (standing != null && reservation.node().equals(pod.spec().nodeName())) {
                settle(standing, pod, false);
                return;
            }
        }
    }

    /** Returns how often it was worked out whether a node has capacity for one, in all. */
    long checks() {
        return admission.checks();
    }

    /** Returns the reservations that have begun to hold capacity since the last call. */
    List<Reservation> drainActivated() {
        if (activated.isEmpty()) {
            return List.of();
        }
        List<Reservation> drained = List.copyOf(activated);
        activated.clear();
        return drained;
    }

    private @Nullable ReservationEntry ofBound(@Nullable Pod pod) {
        return pod == null || pod.reservation() == null || pod.spec().nodeName() == null
                ? null
                : list.ofUid(pod.reservation());
    }

    private void findTaker(ReservationEntry standing) {
        for (Pod pod : nodes.podsOn(standing.reservation.node())) {
            if (pod.reservation() != null) {
                take(standing, pod, false);
            }
        }
    }

    private void take(ReservationEntry standing, Pod pod, boolean assumed) {
        if (standing.mayBeTakenBy(pod, assumed)) {
            settle(standing, pod, assumed);
        }
    }

    private void settle(ReservationEntry standing, Pod taker, boolean assumed) {
        if (standing.placeholder != null) {
            placeholders.noteTaken(taker);
        }
        standing.taker = taker.key();
        standing.end = assumed ? null : Phase.TAKEN;
        settle(standing);
    }

    private void settle(ReservationEntry standing) {
        list.note(standing);
        boolean holds = standing.shouldHold();
        Pod placed = standing.placeholder;
        if (holds && placed == null) {
            Pod placeholder = CapacityPlaceholderPod.of(standing.reservation, pods.priority(standing.reservation));
            standing.placeholder = placeholder;
            placeholders.add(placeholder);
            facts.set(ReservationIndex.FACT, index().with(standing.reservation));
            activated.add(standing.reservation);
        } else if (!holds && placed != null) {
            standing.placeholder = null;
            placeholders.remove(placed);
            facts.set(ReservationIndex.FACT, index().without(standing.reservation));
        }
    }
}
