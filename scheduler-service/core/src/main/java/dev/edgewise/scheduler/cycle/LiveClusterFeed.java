package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.reservations.ReservationFeed;
import java.util.List;
import java.util.Set;
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
    private final FreedCapacityPodWaker room;
    private final LiveReservationFeed reservations;
    private final Predicate<String> isOurs;
    private final ConflictListener rivals;
    private final UnreadablePods unreadable;
    private final Consumer<PodKey> capacityFreed;
    private final FactListeners listeners;

    /**
     * Feeds the state and the queue.
     *
     * @param isOurs whether pods with that {@code schedulerName} are ours to place
     * @param rivals learns when another binds one of them
     * @param unreadable takes those that cannot be tried, as they cannot be read
     * @param capacityFreed takes pods that no longer occupy a node
     * @param listeners hear of the facts of modules, and wake pods by them
     */
    public LiveClusterFeed(
            ClusterState state,
            SchedulingQueue queue,
            Predicate<String> isOurs,
            ConflictListener rivals,
            UnreadablePods unreadable,
            Consumer<PodKey> capacityFreed,
            List<FactListener<?>> listeners) {
        this.state = state;
        this.queue = queue;
        this.room = new FreedCapacityPodWaker(state, queue);
        this.reservations = new LiveReservationFeed(state.reservations(), room);
        this.isOurs = isOurs;
        this.rivals = rivals;
        this.unreadable = unreadable;
        this.capacityFreed = capacityFreed;
        this.listeners = new FactListeners(listeners);
    }

    /** Feeds the state and the queue; no module listens to facts. */
    public LiveClusterFeed(
            ClusterState state,
            SchedulingQueue queue,
            Predicate<String> isOurs,
            ConflictListener rivals,
            UnreadablePods unreadable,
            Consumer<PodKey> capacityFreed) {
        this(state, queue, isOurs, rivals, unreadable, capacityFreed, List.of());
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
        ClusterChangeEventMapper.ofNode(before, node).forEach(queue::wake);
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
        wake(pod.key(), ClusterChangeEventMapper.ofPod(before, state.pod(pod.key())));
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

    /** Removes the balloon of that name, if there is one. */
    private void balloonGone(PodKey key) {
        if (state.protection().removeBalloon(key)) {
            room.wake();
        }
    }

    private void drop(PodKey key) {
        Pod before = state.pod(key);
        state.removePod(key);
        queue.remove(key);
        wake(key, ClusterChangeEventMapper.ofPod(before, null));
    }

    private void wake(PodKey pod, Set<ClusterEvent> events) {
        events.forEach(queue::wake);
        room.wake();
        if (events.contains(ClusterEvent.POD_REMOVED)) {
            capacityFreed.accept(pod);
        }
    }

    @Override
    public <T> void fact(FactKey<T> key, UnaryOperator<T> change) {
        listeners.changed(state.change(key, change)).forEach(queue::wake);
        room.wake();
    }

    /** Returns the feed of the reservations of this cluster. */
    public ReservationFeed reservations() {
        return reservations;
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
