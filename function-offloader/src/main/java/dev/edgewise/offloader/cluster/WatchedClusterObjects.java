package dev.edgewise.offloader.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps the objects that the watches have seen last. Safe for many threads. */
public final class WatchedClusterObjects {
    private final Map<String, ClusterNode> nodes = new TreeMap<>();
    /** The controllers by UID, and the UIDs by kind and name, as a deletion tells only these. */
    private final Map<String, DesiredReplicas> replicas = new HashMap<>();

    private final Map<String, String> controllers = new HashMap<>();
    private final Map<String, CandidatePod> candidates = new TreeMap<>();
    /** Null after a change. */
    private @Nullable ClusterSnapshot last;

    public synchronized void put(ClusterNode node) {
        if (!node.equals(nodes.put(node.name(), node))) {
            last = null;
        }
    }

    public synchronized void removeNode(String name) {
        nodes.remove(name);
        last = null;
    }

    /** @param key of the controller among all kinds */
    public synchronized void putController(String key, String uid, DesiredReplicas of) {
        String before = controllers.put(key, uid);
        if (before != null && !before.equals(uid)) {
            replicas.remove(before);
            last = null;
        }
        if (!of.equals(replicas.put(uid, of))) {
            last = null;
        }
    }

    public synchronized void removeController(String key) {
        String uid = controllers.remove(key);
        if (uid != null) {
            replicas.remove(uid);
            last = null;
        }
    }

    /** Puts a pod. Most changes of a pod change nothing here: the pod that is known stays as it is. */
    public synchronized void put(CandidatePod pod) {
        if (!pod.equals(candidates.get(pod.key()))) {
            candidates.put(pod.key(), pod);
            last = null;
        }
    }

    /** @param pod namespace and name */
    public synchronized void removePod(String pod) {
        if (candidates.remove(pod) != null) {
            last = null;
        }
    }

    /** @param pod namespace and name */
    public synchronized Optional<CandidatePod> candidate(String pod) {
        return Optional.ofNullable(candidates.get(pod));
    }

    /** Everything at this moment; the same as before if nothing changed. */
    public synchronized ClusterSnapshot snapshot() {
        ClusterSnapshot snapshot = last;
        if (snapshot == null) {
            snapshot = new ClusterSnapshot(nodes.values(), candidates.values(), replicas);
            last = snapshot;
        }
        return snapshot;
    }
}
