package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;

/** One thing to do for a request. Its status, which is written before, says that it may have been done. */
public sealed interface RequestAction {
    /** Asks the clusters of the level for bids, after which the request is decided about again. */
    record AskForBids(int level) implements RequestAction {}

    /** Applies the manifests in the attempt's cluster. */
    record Apply(Attempt attempt) implements RequestAction {}

    /** Looks at the attempt's objects. */
    record Observe(Attempt attempt) implements RequestAction {}

    /** Deletes the attempt's objects. */
    record Delete(Attempt attempt) implements RequestAction {}

    /** Removes the finalizer: nothing of the request exists in any cluster. */
    record DropFinalizer() implements RequestAction {}
}
