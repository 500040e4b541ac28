package dev.edgewise.common.signal;

/** The stores of all kinds of signals that a service shares, in Redis or in memory. */
public interface SignalStores {
    /** Returns the store of a kind of signal; always the same instance for a kind. */
    <V> SignalStore<V> of(SignalKind<V> kind);

    /** Lets one process at a time write that kind. */
    WriterLock writerOf(SignalKind<?> kind);
}
