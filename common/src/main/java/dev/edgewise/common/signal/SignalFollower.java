package dev.edgewise.common.signal;

import org.jspecify.annotations.Nullable;

/**
 * Follows one kind of signal while the service runs. As a bean it is started, stopped and shown by health without further ado.
 * While the store is away the last values stay, and age; so do those that the store lost.
 */
public final class SignalFollower<V> implements AutoCloseable {
    private final SignalKind<V> kind;
    private final SignalStore<V> store;
    private final RowListener<V> listener;
    private @Nullable Following following;

    /** @param listener hears of each row there is, then of each that changes */
    public SignalFollower(SignalKind<V> kind, SignalStores stores, RowListener<V> listener) {
        this.kind = kind;
        this.store = stores.of(kind);
        this.listener = listener;
    }

    /** The kind's name. */
    public String signal() {
        return kind.name();
    }

    /** Begins to follow; may be repeated. */
    public synchronized Following start() {
        if (following == null) {
            following = store.follow(listener);
        }
        return following;
    }

    /** How it goes; null before {@link #start} and after {@link #close}. */
    public synchronized @Nullable Following following() {
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
