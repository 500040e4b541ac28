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
     * @param confidential whether they are of a Secret: no message shows a part of them
     */
    record Text(String field, String documents, boolean confidential, @Nullable Problem problem) {
        public static Text of(String field, String documents, boolean confidential) {
            return new Text(field, documents, confidential, null);
        }

        public static Text missing(String field, Problem problem) {
            return new Text(field, "", true, problem);
        }
    }

    /** @throws dev.edgewise.common.web.BusyException if the API server does not answer */
    Text read(GlobalRequest request);
}
