package dev.edgewise.scheduler.drift;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods that are to be judged, each once. Namespaces take turns: however much one of them changes, the others' pods do not wait for all of it. For one thread. */
final class DuePods {
    /** The next namespace first; none is empty. */
    private final Map<String, Set<String>> turns = new LinkedHashMap<>();

    private final Map<String, String> namespaces = new HashMap<>();

    void add(String uid, String namespace) {
        if (namespaces.putIfAbsent(uid, namespace) == null) {
            turns.computeIfAbsent(namespace, name -> new LinkedHashSet<>()).add(uid);
        }
    }

    void remove(String uid) {
        String namespace = namespaces.remove(uid);
        if (namespace != null) {
            turns.computeIfPresent(namespace, (name, uids) -> uids.remove(uid) && uids.isEmpty() ? null : uids);
        }
    }

    /** The UID of the one that waits longest in the namespace whose turn it is; null if there is none. */
    @Nullable
    String poll() {
        if (turns.isEmpty()) {
            return null;
        }
        String namespace = turns.keySet().iterator().next();
        Set<String> uids = turns.remove(namespace);
        String uid = uids.iterator().next();
        uids.remove(uid);
        namespaces.remove(uid);
        if (!uids.isEmpty()) {
            turns.put(namespace, uids);
        }
        return uid;
    }

    int size() {
        return namespaces.size();
    }
}
