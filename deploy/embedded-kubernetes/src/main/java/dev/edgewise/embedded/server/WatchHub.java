package dev.edgewise.embedded.server;

import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Change;
import dev.edgewise.embedded.store.StoredObject;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sends changes to watchers, in order, and remembers the latest changes of each type so that a watch can resume where
 * it broke off. Guarded, like the store, by {@link EmbeddedApiServer}.
 */
final class WatchHub {
    private final int historyLimit;
    private final Map<String, Deque<Change>> history = new HashMap<>();
    private final Map<String, Long> forgotten = new HashMap<>();
    private final Set<Watch> watches = new LinkedHashSet<>();
    private long forgottenByAll;

    /** @param historyLimit changes remembered of each type */
    WatchHub(int historyLimit) {
        this.historyLimit = historyLimit;
    }

    void publish(Change change) {
        String key = change.subject().type().storageKey();
        Deque<Change> past = history.computeIfAbsent(key, type -> new ArrayDeque<>());
        past.add(change);
        if (past.size() > historyLimit) {
            forgotten.put(key, past.remove().version());
        }
        watches.forEach(watch -> watch.send(change));
    }

    /** Starts with what exists now. */
    void open(Watch watch, Collection<StoredObject> existing, long version) {
        watch.start(existing, version);
        watches.add(watch);
    }

    /** Continues after this version. A version that is no longer remembered ends the watch with 410 Gone. */
    void resume(Watch watch, long version) {
        String key = watch.type().storageKey();
        long oldest = Math.max(forgottenByAll, forgotten.getOrDefault(key, 0L));
        if (version < oldest) {
            watch.fail(ApiException.gone(version, oldest));
            return;
        }
        for (Change change : history.getOrDefault(key, new ArrayDeque<>())) {
            if (change.version() > version) {
                watch.send(change);
            }
        }
        watches.add(watch);
    }

    void close(Watch watch) {
        watches.remove(watch);
        watch.end();
    }

    void closeAll() {
        List.copyOf(watches).forEach(this::close);
    }

    void bookmark(long version) {
        watches.forEach(watch -> watch.bookmark(version));
    }

    /** Forgets all that happened up to this version. */
    void forget(long version) {
        history.clear();
        forgottenByAll = version;
    }

    /** Ends all watches and forgets all changes, as those after this version never happened. */
    void rewind(long version) {
        closeAll();
        forgotten.clear();
        forget(version);
    }
}
