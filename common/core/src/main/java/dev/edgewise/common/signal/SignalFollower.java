package dev.edgewise.common.signal;

import org.jspecify.annotations.Nullable;

/**
 * Follows one kind of signal while the service runs. A bean of it is started, stopped and shown in health
 * automatically. While the store is unreachable the last values stay, and age; so do those that the store lost.
 */
public final class SignalFollower<V> implements AutoCloseable {
    private final SignalKind<V> kind;
    private final SignalStore<V> store;
    private final RowListener<V> listener;
    private @Nullable SignalSubscription following;

    /** @param listener receives every existing row, then each changed one */
    public SignalFollower(SignalKind<V> kind, SignalStores stores, RowListener<V> listener) {
        this.kind = kind;
        this.store = stores.of(kind);
        this.listener = listener;
    }

    public String signal() {
        return kind.name();
    }

    /** Begins to follow; may be repeated. */
    public synchronized SignalSubscription start() {
        if (following == null) {
            following = store.follow(listener);
        }
        return following;
    }

    /** State of the connection; null before {@link #start} and after {@link #close}. */
    public synchronized @Nullable SignalSubscription following() {
        return following;
    }

    @Override
    public synchronized void close() {
        if (following != null) {
            following.close();
            following = null;
        }
    }
}
