package dev.edgewise.global.remote;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Problem;
import org.jspecify.annotations.Nullable;

/** Reads the documents of requests, of which some are in other objects. */
public interface ManifestTexts {
    /**
     * The documents, or why there are none.
     *
     * @param field where they are in the request, for people
     */
    record Text(String field, String documents, @Nullable Problem problem) {}

    /** @throws dev.edgewise.common.web.BusyException if the API server does not answer */
    Text read(GlobalRequest request);
}
