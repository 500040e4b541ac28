package dev.edgewise.common.signal;

import java.util.Optional;

/**
 * A kind of signal and where it is shared: the row {@code r} is the hash at key {@code keyPrefix + r}.
 *
 * @param name a word for logs and metric tags, such as {@code rtt}
 * @param keyPrefix what the keys of all rows begin with, and no other key; the row {@code ""} is the prefix itself
 * @param codec how the values are written
 */
public record SignalKind<V>(String name, String keyPrefix, SignalCodec<V> codec) {
    public String key(String row) {
        return keyPrefix + row;
    }

    /** The row at a key; empty if the key belongs to something else. */
    public Optional<String> row(String key) {
        return key.startsWith(keyPrefix) ? Optional.of(key.substring(keyPrefix.length())) : Optional.empty();
    }
}
