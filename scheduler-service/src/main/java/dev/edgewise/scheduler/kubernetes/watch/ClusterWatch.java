package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the cluster: first nodes and all else, then pods, so that no pod is judged in a world half known. Every now
 * and then it compares what it told with what the API server has, and mends what a watch missed.
 */
public final class ClusterWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

    private final List<KindWatch<?>> surroundings = new ArrayList<>();
    private final KindWatch<?> pods;
    private final Settings settings;
    private final CompletableFuture<Void> synced = new CompletableFuture<>();
    private final ScheduledExecutorService comparisons = thread("cluster-watch-comparison");
    /** A comparison of a large cluster may take a minute, which nobody who takes the lead should wait for. */
    private final ScheduledExecutorService catchUps = thread("cluster-watch-catch-up");

    /**
     * How often the state is compared with the API server.
     *
     * @param compareEvery time from one comparison to the next
     * @param grace how long a difference may last before it counts as lost by the watch
     */
    public record Settings(Duration compareEvery, Duration grace) {
        /** Compares every 5 minutes; a difference has 10 seconds. */
        public static final Settings DEFAULT = new Settings(Duration.ofMinutes(5), Duration.ofSeconds(10));

        public Settings {
            if (compareEvery.isZero() || compareEvery.isNegative() || grace.isNegative()) {
                throw new IllegalArgumentException(
                        "compareEvery " + compareEvery + " must be positive, grace " + grace + " not negative");
            }
        }
    }

    /**
     * @param surroundings the kinds that have to be known before pods
     * @param pods the pods
     */
    public ClusterWatch(
            ApiRequests api,
            List<WatchedKind<?>> surroundings,
            WatchedKind<?> pods,
            Settings settings,
            MeterRegistry meters) {
        surroundings.forEach(kind -> this.surroundings.add(watch(api, kind, meters)));
        this.pods = watch(api, pods, meters);
        this.settings = settings;
    }

    /** Begins to watch; returns at once. */
    public void start() {
        surroundings.forEach(KindWatch::start);
        CompletableFuture.allOf(surroundings.stream().map(KindWatch::synced).toArray(CompletableFuture[]::new))
                .thenRun(pods::start);
        pods.synced().thenRun(() -> synced.complete(null));
        long period = settings.compareEvery().toMillis();
        comparisons.scheduleWithFixedDelay(this::compare, period, period, TimeUnit.MILLISECONDS);
    }

    /** Ends all watches. May be called more than once; there is no second start. */
    public void stop() {
        comparisons.shutdownNow();
        catchUps.shutdownNow();
        pods.stop();
        surroundings.forEach(KindWatch::stop);
    }

    /** Whether everything that was there at the start has been told. */
    public boolean isSynced() {
        return synced.isDone();
    }

    /** Kinds of which not all objects have been told yet. */
    public List<String> unread() {
        return all().filter(watch -> !watch.synced().isDone())
                .map(KindWatch::name)
                .toList();
    }

    /** Kinds that cannot be watched at the moment, and for how long. */
    public Map<String, Duration> outages() {
        Map<String, Duration> outages = new LinkedHashMap<>();
        all().filter(watch -> !watch.outage().isZero()).forEach(watch -> outages.put(watch.name(), watch.outage()));
        return outages;
    }

    private Stream<KindWatch<?>> all() {
        return Stream.concat(surroundings.stream(), Stream.of(pods));
    }

    /** Done when {@link #isSynced}. */
    public CompletionStage<Void> synced() {
        return synced.minimalCompletionStage();
    }

    /** Done when all that the API server knows now of pods has been told. To be asked once {@link #isSynced}. */
    public CompletionStage<Void> caughtUp() {
        return new CatchUp(pods, catchUps).begin().minimalCompletionStage();
    }

    private void compare() {
        if (!isSynced()) {
            return;
        }
        Map<KindWatch<?>, Set<DriftCheck.Suspect>> suspects = new LinkedHashMap<>();
        for (KindWatch<?> watch : surroundings) {
            attempt(watch, () -> suspects.put(watch, watch.drift().suspects()));
        }
        attempt(pods, () -> suspects.put(pods, pods.drift().suspects()));
        suspects.values().removeIf(Set::isEmpty);
        if (!suspects.isEmpty()) {
            comparisons.schedule(() -> mend(suspects), settings.grace().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void mend(Map<KindWatch<?>, Set<DriftCheck.Suspect>> suspects) {
        suspects.forEach((watch, differing) -> attempt(watch, () -> watch.mend(differing)));
    }

    /** Whatever happens to one kind, the others are compared, and all of them next time. */
    static void attempt(KindWatch<?> watch, Comparison comparison) {
        try {
            comparison.run();
        } catch (IOException | RefusedException unavailable) {
            LOG.warn("could not compare kind={} with the API server: {}", watch.name(), unavailable.getMessage());
        } catch (RuntimeException mistake) {
            LOG.error("comparing kind={} with the API server failed on our side", watch.name(), mistake);
        }
    }

    private static <T extends HasMetadata> KindWatch<T> watch(
            ApiRequests api, WatchedKind<T> kind, MeterRegistry meters) {
        return new KindWatch<>(api, kind, new WatchLength(), meters);
    }

    interface Comparison {
        void run() throws IOException, RefusedException;
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
