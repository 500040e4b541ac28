package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.Following;
import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalStore;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps a board as another replica publishes it, while it is to. For one thread. */
final class FollowerView<V> {
    private final PublishedState<V> board;
    private final SignalStore<V> store;
    private @Nullable Following following;

    FollowerView(PublishedState<V> board, SignalStore<V> store) {
        this.board = board;
        this.store = store;
    }

    /** Begins to follow; what is on the board stays until all rows were heard. May be repeated. */
    void start() {
        if (following == null) {
            Heard heard = new Heard();
            Following begun = store.follow(heard);
            begun.caughtUp().thenRun(heard::complete);
            following = begun;
        }
    }

    /** Leaves the board as it is. May be repeated. */
    void stop() {
        if (following != null) {
            following.close();
            following = null;
        }
    }

    /** Why the board is not kept now; empty if it is, or need not be. */
    Optional<String> trouble() {
        Following now = following;
        return now == null || now.connected()
                ? Optional.empty()
                : Optional.of(now.trouble().orElse("the store is not reached yet"));
    }

    private final class Heard implements RowListener<V> {
        private final Set<String> rows = new HashSet<>();
        private boolean complete;

        @Override
        public synchronized void changed(String row, Map<String, V> values) {
            board.replace(row, values);
            if (!complete) {
                rows.add(row);
            }
        }

        /** What was there before and was not heard of is gone, unless the store has nothing at all: such a store lost what it held. */
        synchronized void complete() {
            if (!complete) {
                complete = true;
                if (!rows.isEmpty()) {
                    board.retain(rows);
                }
                rows.clear();
            }
        }
    }
}
