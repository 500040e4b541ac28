package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.storage.Storage;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Keeps the cluster's state current, brings pods that wait for us to the queue, and wakes those that a change could
 * help. It translates and never decides.
 */
public final class LiveClusterFeed implements ClusterFeed {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Predicate<String> isOurs;
    private final Rivalry rivalry;
    private final RivalListener rivals;

    /**
     * Feeds the state and the queue.
     *
     * @param isOurs whether pods with that {@code schedulerName} are ours to place
     * @param rivalry knows by whom a pod was placed
     * @param rivals told when another places one of them
     */
    public LiveClusterFeed(
            ClusterState state,
            SchedulingQueue queue,
            Predicate<String> isOurs,
            Rivalry rivalry,
            RivalListener rivals) {
        this.state = state;
        this.queue = queue;
        this.isOurs = isOurs;
        this.rivalry = rivalry;
        this.rivals = rivals;
    }

    public LiveClusterFeed(ClusterState state, SchedulingQueue queue, Predicate<String> isOurs) {
        this(state, queue, isOurs, new Rivalry(""), RivalListener.NONE);
    }

    @Override
    public void node(Node node) {
        Node before = state.node(node.name());
        if (node.equals(before)) {
            return;
        }
        state.putNode(node);
        WakeUps.ofNode(before, node).forEach(queue::wake);
    }

    @Override
    public void nodeGone(String name) {
        state.removeNode(name);
        // One domain less can mend a skew.
        queue.wake(ClusterEvent.NODE_CHANGED);
    }

    @Override
    public void pod(Pod pod) {
        Pod before = state.pod(pod.key());
        if (before != null && isPlacedByAnother(before, pod)) {
            rivals.boundByAnother(pod);
        }
        state.putPod(pod);
        WakeUps.ofPod(before, pod).forEach(queue::wake);
        if (waitsForUs(pod)) {
            queue.put(pod);
        } else {
            queue.remove(pod.key());
        }
    }

    @Override
    public void podGone(PodKey key) {
        Pod before = state.pod(key);
        state.removePod(key);
        queue.remove(key);
        WakeUps.ofPod(before, null).forEach(queue::wake);
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

    @Override
    public void storage(UnaryOperator<Storage> change) {
        state.changeStorage(change);
        queue.wake(ClusterEvent.STORAGE_CHANGED);
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
    public void rtt(String from, Map<String, Rtt> times) {
        state.putRtt(from, times);
        queue.wake(ClusterEvent.SIGNAL_CHANGED);
    }

    private boolean isPlacedByAnother(Pod before, Pod now) {
        return before.isSameAs(now)
                && isOurs.test(now.spec().schedulerName())
                && rivalry.isPlacedByAnother(before, now);
    }

    private boolean waitsForUs(Pod pod) {
        return pod.spec().nodeName() == null
                && !pod.terminating()
                && !pod.status().phase().isTerminal()
                && isOurs.test(pod.spec().schedulerName());
    }
}
