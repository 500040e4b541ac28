package dev.edgewise.common.signal.memory;

import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.WriterLock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Shares signals within this process only. */
public final class InMemorySignalStores implements SignalStores {
    private final Map<String, SignalStore<?>> stores = new ConcurrentHashMap<>();

    /** The name of a kind stands for the type of its values. */
    @Override
    @SuppressWarnings("unchecked")
    public <V> SignalStore<V> of(SignalKind<V> kind) {
        return (SignalStore<V>) stores.computeIfAbsent(kind.name(), name -> new InMemorySignalStore<V>());
    }

    @Override
    public WriterLock writerOf(SignalKind<?> kind) {
        return WriterLock.UNSHARED;
    }
}
