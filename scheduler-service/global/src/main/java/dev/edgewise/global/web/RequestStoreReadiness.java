package dev.edgewise.global.web;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.view.RequestStore;
import java.time.Duration;

/** Decides whether calls about requests can be answered. */
public final class RequestStoreReadiness {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final RequestStore store;

    RequestStoreReadiness(RequestStore store) {
        this.store = store;
    }

    /** @throws BusyException if the requests are not read yet */
    public void require() {
        if (!store.isSynced()) {
            throw new BusyException("The requests are not read yet", RETRY_AFTER);
        }
    }
}
