package dev.edgewise.global.view;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of all namespaces: what is watched, and what callers ask for. Whether a caller may do this was checked
 * before. A method that asks the API server throws {@link dev.edgewise.common.web.BusyException} if that does not
 * answer, and a {@link org.springframework.web.server.ResponseStatusException} with its status and message if it
 * refuses.
 */
public interface RequestStore {
    /**
     * A request that was created, or was there before.
     *
     * @param isNew false if there was one of that name
     * @param fingerprint what it was created with; empty if something else created it
     */
    record Created(GlobalRequest request, boolean isNew, String fingerprint) {}

    /** Whether the requests have been read since the start. */
    boolean isSynced();

    /** Returns all requests that are watched, in the order of their keys. */
    List<GlobalRequest> requests();

    /** Returns all requests that are watched, by their uids. */
    default Map<String, GlobalRequest> requestsByUid() {
        Map<String, GlobalRequest> byUid = new HashMap<>();
        requests().forEach(request -> byUid.put(request.uid(), request));
        return byUid;
    }

    /**
     * Returns the request as it is watched, or as the API server has it if it is not watched yet; null if there is
     * none.
     */
    @Nullable
    GlobalRequest request(RequestKey key);

    /** Returns the request as the API server has it, never as it is watched; null if there is none. */
    @Nullable
    GlobalRequest stored(RequestKey key);

    /**
     * Creates a request, unless there is one of that name, also one that is being deleted: then that one is returned,
     * whatever its content.
     *
     * @param fingerprint hash of all that the caller asked for; kept in the annotation {@code edgewise.dev/fingerprint}
     */
    Created create(RequestKey key, RequestSpec spec, String fingerprint);

    /**
     * Cancels a request ({@code spec.cancelled}): its record stays. Returns it as it is then; null if there is none.
     */
    @Nullable
    GlobalRequest cancel(RequestKey key);

    /** Deletes a request, and by its finalizer what it made in clusters. Returns whether there was one. */
    boolean delete(RequestKey key);

    /** Calls the listener after each change from now on, in the thread of the watch: it must not wait. */
    void listen(RequestListener listener);
}
