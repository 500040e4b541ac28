package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;
import java.util.List;

/** An action for a request. Its status, which is written before, says that it may have been done. */
public sealed interface RequestAction {
    /** Asks the clusters for bids, after which the request is decided about again. */
    record AskForBids(int level, List<String> clusters) implements RequestAction {
        public AskForBids {
            clusters = List.copyOf(clusters);
        }
    }

    /** Applies the manifests in the attempt's cluster. */
    record Apply(Attempt attempt) implements RequestAction {}

    /** Looks at the attempt's objects, and renews its fence. */
    record Observe(Attempt attempt) implements RequestAction {}

    /** Removes the fence of an attempt that is READY. */
    record Release(Attempt attempt) implements RequestAction {}

    /** Deletes the attempt's objects. */
    record Delete(Attempt attempt) implements RequestAction {}

    /**
     * Removes the finalizer, if the request has still the version that was decided about: nothing of it exists in any
     * cluster.
     */
    record DropFinalizer() implements RequestAction {}
}
