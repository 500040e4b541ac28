package dev.edgewise.global.member;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;

/**
 * Asks the API server itself, never a cache, whether an attempt is TRYING. A worker that was paused may carry out an action when the attempt has long
 * been cleaned by another one: it must ask after the anchor exists and before anything else is created.
 */
@FunctionalInterface
public interface AttemptConfirmation {
    /** Returns false if the request is gone, or its attempt has another phase. An error of the API server is thrown: then nothing is created. */
    boolean isTrying(GlobalRequest request, Attempt attempt);
}
