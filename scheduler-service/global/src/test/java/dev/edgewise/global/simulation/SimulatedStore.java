package dev.edgewise.global.simulation;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that the API server has: a write of an old version is refused. */
final class SimulatedStore {
    private final Map<RequestKey, GlobalRequest> requests = new LinkedHashMap<>();

    void add(GlobalRequest request) {
        requests.put(request.key(), request);
    }

    Collection<GlobalRequest> all() {
        return requests.values();
    }

    GlobalRequest get(RequestKey key) {
        return requests.get(key);
    }

    /** Returns the request as it is after the write; null if the write is refused. */
    @Nullable
    GlobalRequest write(GlobalRequest old, RequestStatus status) {
        // Requests are values: the same one has the same version.
        if (requests.get(old.key()) != old) {
            return null;
        }
        GlobalRequest next = new TestRequests(old).with(status).request();
        requests.put(old.key(), next);
        return next;
    }
}
