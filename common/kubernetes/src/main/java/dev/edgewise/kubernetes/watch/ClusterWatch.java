package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.Require;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a service's view of the cluster current: lists and watches each kind. Periodically compares the delivered
 * versions with those of the API server, and repairs missed events. See DESIGN.md.
 */
public final class ClusterWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

    private final List<Reflector<?>> first = new ArrayList<>();
    private final List<Reflector<?>> then = new ArrayList<>();
    private final Settings settings;
    private final Ticker ticker = Ticker.system();
    private volatile List<WatchCatchUpBarrier> catchingUp = List.of();
    private final CompletableFuture<Void> synced = new CompletableFuture<>();
    private final ScheduledExecutorService comparisons = thread("cluster-watch-comparison");
    /** Separate, as a comparison of a large cluster may take a minute, and a new leader must not wait for it. */
    private final ScheduledExecutorService barriers = thread("cluster-watch-barrier");

    /**
     * Settings of the comparisons with the API server.
     *
     * @param compareEvery time from one comparison to the next
     * @param grace how long a difference may last before it counts as lost by the watch
     */
    public record Settings(Duration compareEvery, Duration grace) {
        /** Compares every 5 minutes; a difference has 10 seconds. */
        public static final Settings DEFAULT = new Settings(Duration.ofMinutes(5), Duration.ofSeconds(10));

        public Settings {
            Require.positive("compareEvery", compareEvery);
            Require.that(!grace.isNegative(), "grace", grace, "0 or more");
        }
    }

    public ClusterWatch(ApiServerClient api, ServiceWatchedKinds kinds, Settings settings, MeterRegistry meters) {
        kinds.first().forEach(kind -> first.add(reflector(api, kind, kinds.mapper(), meters)));
        kinds.then().forEach(kind -> then.add(reflector(api, kind, kinds.mapper(), meters)));
        this.settings = settings;
    }

    /** Begins to watch; returns at once. */
    public void start() {
        first.forEach(Reflector::start);
        allSynced(first).thenRun(() -> {
            then.forEach(Reflector::start);
            allSynced(then).thenRun(() -> synced.complete(null));
        });
        long period = settings.compareEvery().toMillis();
        comparisons.scheduleWithFixedDelay(this::compare, period, period, TimeUnit.MILLISECONDS);
    }

    /** Ends all watches. May be called more than once; there is no second start. */
    public void stop() {
        comparisons.shutdownNow();
        barriers.shutdownNow();
        then.forEach(Reflector::stop);
        first.forEach(Reflector::stop);
    }

    /** Whether all objects of the first lists were delivered. */
    public boolean isSynced() {
        return synced.isDone();
    }

    /** Kinds whose first list is not complete. */
    public List<String> unread() {
        return all().filter(watch -> !watch.synced().isDone())
                .map(Reflector::name)
                .toList();
    }

    /** Kinds that cannot be watched now, and for how long. */
    public Map<String, Duration> outages() {
        Map<String, Duration> outages = new LinkedHashMap<>();
        all().filter(watch -> !watch.outage().isZero()).forEach(watch -> outages.put(watch.name(), watch.outage()));
        return outages;
    }

    private Stream<Reflector<?>> all() {
        return Stream.concat(first.stream(), then.stream());
    }

    /** Completes when {@link #isSynced}. */
    public CompletionStage<Void> synced() {
        return synced.minimalCompletionStage();
    }

    /**
     * Completes when all that the API server knows now of the kinds of {@code then} was delivered. Call it once
     * {@link #isSynced}.
     */
    public CompletionStage<Void> caughtUp() {
        return caughtUp(kind -> true);
    }

    /**
     * Completes once some kinds of {@code then} are in sync: others may not be readable. An optional kind is not
     * awaited if it is forbidden or was never served.
     */
    public CompletionStage<Void> caughtUp(Predicate<String> kinds) {
        List<CompletableFuture<Void>> needed = new ArrayList<>();
        List<CompletableFuture<Void>> optional = new ArrayList<>();
        List<WatchCatchUpBarrier> begun = new ArrayList<>();
        List<WatchCatchUpBarrier> all = new ArrayList<>();
        then.stream().filter(watch -> kinds.test(watch.name())).forEach(watch -> {
            WatchCatchUpBarrier barrier = new WatchCatchUpBarrier(watch, barriers, ticker);
            all.add(barrier);
            if (watch.isOptional()) {
                begun.add(barrier);
                optional.add(barrier.begin());
            } else {
                needed.add(barrier.begin());
            }
        });
        catchingUp = List.copyOf(all);
        CompletableFuture<Void> essential = all(needed);
        essential.thenRun(() -> begun.forEach(WatchCatchUpBarrier::isNoLongerNeeded));
        return CompletableFuture.allOf(essential, all(optional)).minimalCompletionStage();
    }

    /** Whether a replica that waits until it has {@link #caughtUp} waits for an API server that answers 429 or 5xx. */
    public boolean isRefused() {
        return catchingUp.stream().anyMatch(WatchCatchUpBarrier::isRefused);
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<Void>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }

    private static CompletableFuture<Void> allSynced(List<Reflector<?>> reflectors) {
        return CompletableFuture.allOf(
                reflectors.stream().map(Reflector::synced).toArray(CompletableFuture[]::new));
    }

    private void compare() {
        if (!isSynced()) {
            return;
        }
        Map<Reflector<?>, Set<ConsistencyCheck.Suspect>> suspects = new LinkedHashMap<>();
        all().forEach(watch ->
                attempt(watch, () -> suspects.put(watch, watch.consistency().suspects())));
        suspects.values().removeIf(Set::isEmpty);
        if (!suspects.isEmpty()) {
            comparisons.schedule(() -> repair(suspects), settings.grace().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void repair(Map<Reflector<?>, Set<ConsistencyCheck.Suspect>> suspects) {
        suspects.forEach(
                (watch, differing) -> attempt(watch, () -> watch.consistency().repair(differing)));
    }

    /**
     * Compares one kind, so that its failure does not affect the others. An executor would silently cancel all later
     * runs.
     */
    static void attempt(Reflector<?> watch, Comparison comparison) {
        try {
            comparison.run();
        } catch (IOException | ApiStatusException unavailable) {
            LOG.warn(
                    "Could not compare objects with the API server; kind={} cause={}",
                    watch.name(),
                    unavailable.getMessage());
        } catch (RuntimeException | Error mistake) {
            LOG.error(
                    "Comparing objects with the API server failed with an unexpected error; kind={}",
                    watch.name(),
                    mistake);
        }
    }

    private static <T extends HasMetadata> Reflector<T> reflector(
            ApiServerClient api, WatchedKind<T> kind, ObjectMapper mapper, MeterRegistry meters) {
        return new Reflector<>(api, kind, mapper, new WatchTimeout(), meters);
    }

    interface Comparison {
        void run() throws IOException, ApiStatusException;
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
