package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NamespaceQuota;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.SelectorKey;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.Storage;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Signals;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ReserveObject;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Keeps the cluster's state current, brings pods that wait for us to the queue, and wakes those that a change could
 * help. It translates and never decides.
 */
public final class LiveClusterFeed implements ClusterFeed {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final FreedCapacity room;
    private final ReservationFeed reservations;
    private final Predicate<String> isOurs;
    private final ConflictListener rivals;
    private final UnreadablePods unreadable;
    private final Consumer<PodKey> roomGivenBack;
    private final DeviceListener deviceListener;

    /** Receives each change of the cluster's claims to devices, or of its DeviceClasses. */
    @FunctionalInterface
    public interface DeviceListener {
        DeviceListener NONE = devices -> {};

        void changed(DeviceClaims devices);
    }

    /**
     * Feeds the state and the queue.
     *
     * @param isOurs whether pods with that {@code schedulerName} are ours to place
     * @param rivals learns when another binds one of them
     * @param unreadable takes those that cannot be tried, as they cannot be read
     * @param roomGivenBack takes pods that no longer occupy a node
     * @param deviceListener learns of devices
     */
    public LiveClusterFeed(
            ClusterState state,
            SchedulingQueue queue,
            Predicate<String> isOurs,
            ConflictListener rivals,
            UnreadablePods unreadable,
            Consumer<PodKey> roomGivenBack,
            DeviceListener deviceListener) {
        this.state = state;
        this.queue = queue;
        this.room = new FreedCapacity(state, queue);
        this.reservations = new ReservationFeed(state.reservations(), room);
        this.isOurs = isOurs;
        this.rivals = rivals;
        this.unreadable = unreadable;
        this.roomGivenBack = roomGivenBack;
        this.deviceListener = deviceListener;
    }

    /** Creates a feed without a listener for devices. */
    public LiveClusterFeed(
            ClusterState state,
            SchedulingQueue queue,
            Predicate<String> isOurs,
            ConflictListener rivals,
            UnreadablePods unreadable,
            Consumer<PodKey> roomGivenBack) {
        this(state, queue, isOurs, rivals, unreadable, roomGivenBack, DeviceListener.NONE);
    }

    public LiveClusterFeed(ClusterState state, SchedulingQueue queue, Predicate<String> isOurs) {
        this(state, queue, isOurs, ConflictListener.NONE, new UnreadablePods((pod, message) -> {}), key -> {});
    }

    @Override
    public void node(Node node) {
        Node before = state.node(node.name());
        if (node.equals(before)) {
            return;
        }
        state.putNode(node);
        ClusterEvents.ofNode(before, node).forEach(queue::wake);
    }

    @Override
    public void nodeGone(String name) {
        state.removeNode(name);
        // One domain less can even out a skew.
        queue.wake(ClusterEvent.NODE_REMOVED);
    }

    @Override
    public void pod(Pod pod) {
        unreadable.remove(pod.key());
        balloonGone(pod.key());
        Pod before = state.pod(pod.key());
        if (before != null && isBoundByAnother(before, pod)) {
            rivals.boundByAnother(pod);
        }
        state.putPod(pod);
        // As it counts now: a message from before its binding or its nomination takes neither back.
        wake(pod.key(), ClusterEvents.ofPod(before, state.pod(pod.key())));
        if (waitsForUs(pod)) {
            queue.put(pod);
        } else {
            queue.remove(pod.key());
        }
    }

    @Override
    public void unreadablePod(Pod rest, String problem) {
        if (rest.spec().nodeName() != null) {
            pod(rest.knownInPart(problem));
            return;
        }
        if (isBeingBound(rest)) {
            // Its capacity is taken until the binding has ended.
            queue.remove(rest.key());
        } else {
            drop(rest.key());
        }
        if (waitsForUs(rest)) {
            unreadable.put(rest, problem);
        } else {
            unreadable.remove(rest.key());
        }
    }

    private boolean isBeingBound(Pod rest) {
        Pod known = state.pod(rest.key());
        return known != null && known.isSameAs(rest) && state.isAssumed(rest.key()) && waitsForUs(rest);
    }

    @Override
    public void balloon(Balloon balloon) {
        if (state.pod(balloon.key()) != null) {
            drop(balloon.key());
        }
        state.protection().put(balloon);
        room.wake();
    }

    @Override
    public void podGone(PodKey key) {
        unreadable.remove(key);
        balloonGone(key);
        drop(key);
    }

    /** The balloon does not hold its capacity any more, if it is one. */
    public void balloonGone(PodKey key) {
        if (state.protection().removeBalloon(key)) {
            room.wake();
        }
    }

    private void drop(PodKey key) {
        Pod before = state.pod(key);
        state.removePod(key);
        queue.remove(key);
        wake(key, ClusterEvents.ofPod(before, null));
    }

    private void wake(PodKey pod, Set<ClusterEvent> events) {
        events.forEach(queue::wake);
        room.wake();
        if (events.contains(ClusterEvent.POD_REMOVED)) {
            roomGivenBack.accept(pod);
        }
    }

    @Override
    public void namespace(String name, Map<String, String> labels) {
        state.putNamespace(name, labels);
        queue.wake(ClusterEvent.NAMESPACE_CHANGED);
    }

    @Override
    public void namespaceGone(String name) {
        state.removeNamespace(name);
    }

    /** Wakes no pod: by default, replicas are spread by scores alone. */
    @Override
    public void selector(SelectorKey key, LabelSelector selector) {
        state.putSelector(key, selector);
    }

    @Override
    public void selectorGone(SelectorKey key) {
        state.removeSelector(key);
    }

    @Override
    public void storage(UnaryOperator<Storage> change) {
        if (state.changeStorage(change)) {
            queue.wake(ClusterEvent.STORAGE_CHANGED);
        }
    }

    @Override
    public void devices(UnaryOperator<DeviceClaims> change) {
        AtomicReference<DeviceClaims> after = new AtomicReference<>(DeviceClaims.NONE);
        boolean changed = state.changeDevices(before -> after.updateAndGet(none -> change.apply(before)));
        if (changed) {
            queue.wake(ClusterEvent.DEVICES_CHANGED);
            deviceListener.changed(Objects.requireNonNull(after.get()));
        }
    }

    @Override
    public void reservation(Reservation reservation) {
        reservations.put(reservation);
    }

    @Override
    public void shownReserve(ReserveObject reserve) {
        reservations.put(reserve);
    }

    @Override
    public void reservationGone(ReservationKey key) {
        reservations.gone(key);
    }

    @Override
    public void reservationsServed(boolean served) {
        reservations.serve(served);
    }

    /** The reservations of this feed's cluster. */
    public ReservationFeed reservations() {
        return reservations;
    }

    @Override
    public void disruptionBudget(DisruptionBudget budget) {
        state.putDisruptionBudget(budget);
    }

    @Override
    public void disruptionBudgetGone(String namespace, String name) {
        state.removeDisruptionBudget(namespace, name);
    }

    @Override
    public void quota(NamespaceQuota quota) {
        state.reservations().putQuota(quota);
    }

    @Override
    public void quotaGone(String namespace, String name) {
        state.reservations().removeQuota(namespace, name);
    }

    @Override
    public void signals(UnaryOperator<Signals> change) {
        ClusterEvents.ofSignals(state.changeSignals(change)).forEach(queue::wake);
    }

    /**
     * Returns whether a pod that waited, or that we were binding to another node, was bound. A node is set once, by
     * clients with the right to create bindings; nothing else of the pod is asked, as its owner may write the rest.
     */
    private boolean isBoundByAnother(Pod before, Pod now) {
        String node = now.spec().nodeName();
        return node != null
                && before.isSameAs(now)
                && isOurs.test(now.spec().schedulerName())
                && !node.equals(before.spec().nodeName());
    }

    private boolean waitsForUs(Pod pod) {
        return pod.spec().nodeName() == null
                && !pod.terminating()
                && !pod.status().phase().isTerminal()
                && isOurs.test(pod.spec().schedulerName());
    }
}
