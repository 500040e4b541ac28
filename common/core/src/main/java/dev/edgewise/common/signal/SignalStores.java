package dev.edgewise.common.signal;

/** The stores of all kinds of signals that a service shares, in Redis or in memory. */
public interface SignalStores {
    /** Where that kind is shared; the same for the same kind. */
    <V> SignalStore<V> of(SignalKind<V> kind);

    /** Lets one process at a time write that kind. */
    WriterLock writerOf(SignalKind<?> kind);
}
