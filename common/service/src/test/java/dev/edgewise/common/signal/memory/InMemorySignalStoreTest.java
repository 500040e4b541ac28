package dev.edgewise.common.signal.memory;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreContract;

class InMemorySignalStoreTest extends SignalStoreContract {
    private final SignalStore<RoundTripTime> store = new InMemorySignalStore<>();

    @Override
    protected SignalStore<RoundTripTime> store() {
        return store;
    }
}
