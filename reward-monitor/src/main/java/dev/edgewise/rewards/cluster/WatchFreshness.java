package dev.edgewise.rewards.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Tells whether the watches are current enough to learn from them. */
public final class WatchFreshness {
    /** The longest outage of a watch that is ignored: longer than the API server takes to restart. */
    private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(60);

    /** The kinds that must be watched. Events are not needed: most of their causes are in the pods, too. */
    public static final Set<String> NEEDED = Set.of("nodes", "pods");

    private final BooleanSupplier complete;
    private final Supplier<Map<String, Duration>> outages;
    private final Supplier<CompletionStage<Void>> caughtUp;

    /**
     * Creates it.
     *
     * @param complete whether all objects were read once
     * @param outages kinds that cannot be watched now, with the length of the outage
     * @param caughtUp called each time; done once all pods that exist at the time of the call were read
     */
    public WatchFreshness(
            BooleanSupplier complete,
            Supplier<Map<String, Duration>> outages,
            Supplier<CompletionStage<Void>> caughtUp) {
        this.complete = complete;
        this.outages = outages;
        this.caughtUp = caughtUp;
    }

    /** Returns whether all objects were read once. */
    public boolean isComplete() {
        return complete.getAsBoolean();
    }

    /** Begins to catch up; done once all pods that exist now were read. To be called once {@link #isComplete}. */
    public CompletionStage<Void> caughtUp() {
        return caughtUp.get();
    }

    /** Returns whether nodes and pods are current: without a watch, a failure is not seen. */
    public boolean isCurrent() {
        return unwatched().stream().noneMatch(NEEDED::contains);
    }

    /** Returns the kinds whose watch has failed for too long. */
    public SortedSet<String> unwatched() {
        SortedSet<String> kinds = new TreeSet<>();
        outages.get().forEach((kind, lasts) -> {
            if (lasts.compareTo(LONGEST_OUTAGE) > 0) {
                kinds.add(kind);
            }
        });
        return kinds;
    }
}
