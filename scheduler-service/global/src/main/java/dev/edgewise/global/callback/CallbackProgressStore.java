package dev.edgewise.global.callback;

import dev.edgewise.global.model.GlobalRequest;
import org.jspecify.annotations.Nullable;

/** Reads and writes how far callbacks are. Implemented over the API server. */
public interface CallbackProgressStore {
    /** Whether this replica is the one that calls for the request: the one that decides about it. */
    boolean isMine(GlobalRequest request);

    /** Returns {@code status.callback} of the request as it is watched; null if there is none. */
    @Nullable
    CallbackState read(GlobalRequest request);

    /**
     * Writes {@code status.callback} alone, as a merge patch with the request's resourceVersion. All other writes of
     * the status leave the field as it is.
     *
     * @return whether it is written; false if the request has changed since, or the API server does not answer
     */
    boolean write(GlobalRequest request, CallbackState state);

    /**
     * Returns the field {@code key} of the Secret that the request's callback names; null if there is none, or it lacks
     * the label of such Secrets.
     *
     * @throws dev.edgewise.common.web.BusyException if the API server does not answer
     */
    @Nullable
    String secret(GlobalRequest request);
}
