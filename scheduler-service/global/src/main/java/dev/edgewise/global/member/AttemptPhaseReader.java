package dev.edgewise.global.member;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import org.jspecify.annotations.Nullable;

/**
 * Asks the API server itself, never a cache, how far an attempt is. A worker that was paused may carry out an action
 * when the attempt has long been cleaned by another one: it must ask after the anchor exists and before anything else
 * is created.
 */
@FunctionalInterface
public interface AttemptPhaseReader {
    /**
     * Returns the phase of the attempt; null if the request or the attempt is gone. An error of the API server is
     * thrown: then nothing is created.
     */
    @Nullable
    AttemptPhase phase(GlobalRequest request, Attempt attempt);
}
