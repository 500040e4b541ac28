package dev.edgewise.scheduler.violations;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A queue of pods that are to be checked, each once. Namespaces take turns of the same time: however much one of them
 * changes, and however long its pods take, the others' pods do not wait for all of it. For one thread.
 */
final class RecheckQueue {
    private static final long TURN = Duration.ofMillis(1).toNanos();

    /** Pods by namespace; the namespace whose turn is next comes first, and none is empty. */
    private final Map<String, Set<String>> turns = new LinkedHashMap<>();

    private final Map<String, String> namespaces = new HashMap<>();
    private long begun;

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

    /** Continues after a pause: the present namespace has its whole time again. */
    void resume(long now) {
        begun = now;
    }

    /**
     * Returns the uid of the longest waiting pod in the present namespace; null if there is none.
     *
     * @param now reading of a monotonic clock, in ns
     */
    @Nullable
    String poll(long now) {
        if (turns.isEmpty()) {
            return null;
        }
        if (now - begun >= TURN) {
            next();
            begun = now;
        }
        Map.Entry<String, Set<String>> turn = turns.entrySet().iterator().next();
        String uid = turn.getValue().iterator().next();
        turn.getValue().remove(uid);
        namespaces.remove(uid);
        if (turn.getValue().isEmpty()) {
            turns.remove(turn.getKey());
            begun = now;
        }
        return uid;
    }

    private void next() {
        String namespace = turns.keySet().iterator().next();
        Set<String> uids = turns.remove(namespace);
        turns.put(namespace, uids);
    }

    int size() {
        return namespaces.size();
    }
}
