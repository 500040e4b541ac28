package dev.edgewise.common.signal;

/** Format of a shared signal: versioned JSON, as bytes. */
public interface SignalCodec<V> {
    byte[] encode(V value);

    /**
     * Reads what {@link #encode} wrote, of this version or an older one.
     *
     * @throws UnreadableSignalException if it is something else; the message says what is wrong
     */
    V decode(byte[] bytes) throws UnreadableSignalException;
}
