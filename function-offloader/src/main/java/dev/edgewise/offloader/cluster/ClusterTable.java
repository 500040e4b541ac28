package dev.edgewise.offloader.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the watches have seen last. Safe for many threads. */
public final class ClusterTable {
    private final Map<String, ClusterNode> nodes = new TreeMap<>();
    /** By UID, and the UIDs by kind and name, as a deletion tells only these. */
    private final Map<String, Replicas> replicas = new HashMap<>();

    private final Map<String, String> controllers = new HashMap<>();
    private final Map<String, CandidatePod> candidates = new TreeMap<>();

    public synchronized void put(ClusterNode node) {
        nodes.put(node.name(), node);
    }

    public synchronized void removeNode(String name) {
        nodes.remove(name);
    }

    /** @param key of the controller among all kinds */
    public synchronized void putController(String key, String uid, Replicas of) {
        String before = controllers.put(key, uid);
        if (before != null && !before.equals(uid)) {
            replicas.remove(before);
        }
        replicas.put(uid, of);
    }

    public synchronized void removeController(String key) {
        String uid = controllers.remove(key);
        if (uid != null) {
            replicas.remove(uid);
        }
    }

    public synchronized void put(CandidatePod pod) {
        candidates.put(pod.key(), pod);
    }

    /** @param pod namespace and name */
    public synchronized void removePod(String pod) {
        candidates.remove(pod);
    }

    /** @param pod namespace and name */
    public synchronized Optional<CandidatePod> candidate(String pod) {
        return Optional.ofNullable(candidates.get(pod));
    }

    /** Everything at this moment. */
    public synchronized ClusterSnapshot snapshot() {
        return new ClusterSnapshot(nodes.values(), candidates.values(), replicas);
    }
}
