package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalSubscription;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the state as the leader publishes it, while this replica follows. For one thread. */
final class FollowerSignalSubscriber<V> {
    private final PublishedSignalValues<V> state;
    private final SignalStore<V> store;
    private @Nullable SignalSubscription following;

    FollowerSignalSubscriber(PublishedSignalValues<V> state, SignalStore<V> store) {
        this.state = state;
        this.store = store;
    }

    /** Begins to follow; the state stays until all rows were read. May be repeated. */
    void start() {
        if (following == null) {
            Heard heard = new Heard();
            SignalSubscription begun = store.follow(heard);
            begun.caughtUp().thenRun(heard::complete);
            following = begun;
        }
    }

    /** Stops following; the state stays. May be repeated. */
    void stop() {
        if (following != null) {
            following.close();
            following = null;
        }
    }

    /** Returns why the state is not current; empty if it is, or if this replica does not follow. */
    Optional<String> trouble() {
        SignalSubscription now = following;
        return now == null || now.connected()
                ? Optional.empty()
                : Optional.of(now.trouble().orElse("the store is not reached yet"));
    }

    private final class Heard implements RowListener<V> {
        private final Set<String> rows = new HashSet<>();
        private boolean complete;

        @Override
        public synchronized void changed(String row, Map<String, V> values) {
            state.replace(row, values);
            if (!complete) {
                rows.add(row);
            }
        }

        /** Removes rows that the store does not have. If it has none at all, the store lost them, and they stay. */
        synchronized void complete() {
            if (!complete) {
                complete = true;
                if (!rows.isEmpty()) {
                    state.retain(rows);
                }
                rows.clear();
            }
        }
    }
}
