package dev.edgewise.global.store;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of the management cluster. Reads are of this replica's memory; writes wait for the API server, whose refusals they pass on as HTTP statuses. */
public interface RequestStore {
    /** Whether all requests are known; before, reads say nothing. */
    boolean isSynced();

    /** Returns the request; null if there is none. */
    @Nullable GlobalRequest find(RequestKey key);

    /** Returns all requests by namespace and name. */
    List<GlobalRequest> all();

    /** Calls the listener with each change from now on, on the thread of the watch: it must return at once. */
    void listen(Consumer<RequestChange> listener);

    /**
     * Creates a request.
     *
     * @param annotations in addition to the spec, such as the hash of the body that a key of idempotency stands for
     * @throws org.springframework.web.server.ResponseStatusException 409 if there is one of that name, 403, 404 or 422 as the API server refuses it
     */
    GlobalRequest create(RequestKey key, RequestSpec spec, Map<String, String> annotations);

    /** Returns the request as the API server has it now, with its annotations; null if there is none. */
    @Nullable StoredRequest read(RequestKey key);

    /** Sets {@code spec.cancelled}; returns whether there is such a request. */
    boolean cancel(RequestKey key);

    /** Deletes the request, which disappears once nothing of it exists in any cluster; returns whether there is such a request. */
    boolean delete(RequestKey key);
}
