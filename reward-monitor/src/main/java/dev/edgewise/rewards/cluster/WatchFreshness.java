package dev.edgewise.rewards.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Whether the watches are current enough to learn from what they show. */
public final class WatchFreshness {
    /** Longer than the API server takes to restart. */
    private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(60);

    /** Events only add causes, most of which pods show, too. */
    public static final Set<String> NEEDED = Set.of("nodes", "pods");

    private final BooleanSupplier complete;
    private final Supplier<Map<String, Duration>> outages;
    private final Supplier<CompletionStage<Void>> caughtUp;

    /**
     * @param complete whether all was read once
     * @param outages kinds that cannot be watched now, and for how long
     * @param caughtUp called anew each time; done once all pods that there are at the time of the call were read
     */
    public WatchFreshness(
            BooleanSupplier complete,
            Supplier<Map<String, Duration>> outages,
            Supplier<CompletionStage<Void>> caughtUp) {
        this.complete = complete;
        this.outages = outages;
        this.caughtUp = caughtUp;
    }

    /** Whether all was read once. */
    public boolean isComplete() {
        return complete.getAsBoolean();
    }

    /** Begins to catch up; done once all pods that there are now were read. To be called once {@link #isComplete}. */
    public CompletionStage<Void> caughtUp() {
        return caughtUp.get();
    }

    /** Whether nodes and pods are current: a pod that is not watched may have failed. */
    public boolean isCurrent() {
        return unwatched().stream().noneMatch(NEEDED::contains);
    }

    /** Kinds that could not be watched for long. */
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
