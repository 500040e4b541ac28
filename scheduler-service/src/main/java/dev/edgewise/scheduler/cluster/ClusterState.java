package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttIndex;
import dev.edgewise.scheduler.storage.Storage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What is known of the cluster now. Watches change it, the scheduling loop assumes pods in it, and everyone reads
 * snapshots. Each method is one atomic step; none blocks on anything but the others.
 */
public final class ClusterState {
    private final Clock clock;
    private final NodeTable nodes = new NodeTable();
    private final Map<PodKey, Pod> pods = new HashMap<>();
    private final Map<PodKey, Pod> assumed = new HashMap<>();
    private PMap<String, Map<String, String>> namespaces = HashTreePMap.empty();
    private PMap<String, List<Pod>> nominated = HashTreePMap.empty();
    private Workloads workloads = Workloads.NONE;
    private Storage storage = Storage.EMPTY;
    private RttIndex rtt = RttIndex.empty();
    private @Nullable Snapshot latest;

    public ClusterState(Clock clock) {
        this.clock = clock;
    }

    public synchronized void putNode(Node node) {
        nodes.put(node);
        latest = null;
    }

    /** Removes the node. Pods that say they are on it are kept, in case it returns. */
    public synchronized void removeNode(String name) {
        nodes.remove(name);
        latest = null;
    }

    /** Takes in a pod as the API server knows it now; a terminated one gives its room back. */
    public synchronized void putPod(Pod pod) {
        Pod known = pods.get(pod.key());
        Pod assumption = assumed.get(pod.key());
        if (assumption != null && !confirms(pod, assumption)) {
            // The watch lags behind the bind that is under way: the pod keeps its assumed place.
            pod = pod.uid().equals(assumption.uid()) ? pod.assignedTo(nodeOf(assumption)) : pod;
        } else {
            assumed.remove(pod.key());
        }
        replace(known, pod.status().phase().isTerminal() ? null : pod);
    }

    public synchronized void removePod(PodKey key) {
        assumed.remove(key);
        replace(pods.get(key), null);
    }

    /**
     * Reserves the pod's room before the API server has confirmed the binding.
     *
     * @param pod assigned to its node
     */
    public synchronized void assume(Pod pod) {
        assumed.put(pod.key(), pod);
        replace(pods.get(pod.key()), pod);
    }

    /** Gives back what {@link #assume} took, unless the API server confirmed it meanwhile. */
    public synchronized void forget(Pod pod) {
        Pod assumption = assumed.get(pod.key());
        if (assumption == null || !assumption.isSameAs(pod)) {
            return;
        }
        assumed.remove(pod.key());
        replace(pods.get(pod.key()), assumption.unassigned());
    }

    public synchronized void putNamespace(String name, Map<String, String> labels) {
        namespaces = namespaces.plus(name, Map.copyOf(labels));
        latest = null;
    }

    public synchronized void removeNamespace(String name) {
        namespaces = namespaces.minus(name);
        latest = null;
    }

    public synchronized void changeStorage(UnaryOperator<Storage> change) {
        storage = change.apply(storage);
        latest = null;
    }

    /** Replaces what is known of the round-trip times from one node; an empty map forgets them. */
    public synchronized void putRtt(String from, Map<String, Rtt> times) {
        rtt = rtt.with(from, times);
        latest = null;
    }

    /** The pod as the state knows it, assumed or confirmed, or null. */
    public synchronized @Nullable Pod pod(PodKey key) {
        return pods.get(key);
    }

    public synchronized boolean isAssumed(PodKey key) {
        return assumed.containsKey(key);
    }

    /** Every pod that has not terminated. */
    public synchronized Collection<Pod> pods() {
        return new ArrayList<>(pods.values());
    }

    /** The state as it is now. Cheap when nothing changed, one array copy when something did. */
    public synchronized Snapshot snapshot() {
        Snapshot snapshot = latest;
        if (snapshot == null) {
            Snapshot.Facts facts = new Snapshot.Facts(namespaces, workloads, storage, rtt, nominated);
            snapshot = nodes.snapshot(clock.instant(), facts);
            latest = snapshot;
        }
        return snapshot;
    }

    private void replace(@Nullable Pod before, @Nullable Pod after) {
        if (before != null) {
            pods.remove(before.key());
            withdraw(before);
        }
        if (after != null) {
            pods.put(after.key(), after);
            enter(after);
        }
        latest = null;
    }

    private void enter(Pod pod) {
        workloads = workloads.with(pod);
        if (pod.spec().nodeName() != null) {
            nodes.addPod(pod);
        } else if (pod.status().nominatedNode() != null) {
            nominated = Nominations.plus(nominated, pod);
        }
    }

    private void withdraw(Pod pod) {
        workloads = workloads.without(pod);
        if (pod.spec().nodeName() != null) {
            nodes.removePod(pod);
        } else if (pod.status().nominatedNode() != null) {
            nominated = Nominations.minus(nominated, pod);
        }
    }

    private static boolean confirms(Pod pod, Pod assumption) {
        return !pod.uid().equals(assumption.uid())
                || pod.spec().nodeName() != null
                || pod.status().phase().isTerminal();
    }

    private static String nodeOf(Pod assigned) {
        String node = assigned.spec().nodeName();
        if (node == null) {
            throw new IllegalArgumentException("pod " + assigned.key() + " is assumed on no node");
        }
        return node;
    }
}
