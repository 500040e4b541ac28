package dev.edgewise.common.signal.publish;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.WriterLock;
import java.util.Map;
import java.util.Set;

/** Stores that can be away. */
final class SwitchedStores implements SignalStores {
    private final SignalStores stores;
    volatile boolean off;

    SwitchedStores(SignalStores stores) {
        this.stores = stores;
    }

    @Override
    public WriterLock writerOf(SignalKind<?> kind) {
        return stores.writerOf(kind);
    }

    @Override
    public <V> SignalStore<V> of(SignalKind<V> kind) {
        SignalStore<V> store = stores.of(kind);
        return new SignalStore<>() {
            @Override
            public void read(RowListener<V> each) {
                reached().read(each);
            }

            @Override
            public void publish(String row, Map<String, V> values) {
                reached().publish(row, values);
            }

            @Override
            public void replace(String row, Map<String, V> values) {
                reached().replace(row, values);
            }

            @Override
            public void announceAll() {
                reached().announceAll();
            }

            @Override
            public void dropNodes(Set<String> nodes) {
                reached().dropNodes(nodes);
            }

            @Override
            public SignalSubscription follow(RowListener<V> listener) {
                return store.follow(listener);
            }

            private SignalStore<V> reached() {
                if (off) {
                    throw new SignalStoreUnavailableException("away", new IllegalStateException());
                }
                return store;
            }
        };
    }
}
