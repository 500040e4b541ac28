package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.queue.QueueCounts;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** Shows how full queue and state are, read when the metrics are. */
final class SchedulerMetrics implements MeterBinder {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Collection<Profile> profiles;

    public SchedulerMetrics(ClusterState state, SchedulingQueue queue, Collection<Profile> profiles) {
        this.state = state;
        this.queue = queue;
        this.profiles = List.copyOf(profiles);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        pending(registry, "active", QueueCounts::active);
        pending(registry, "backoff", QueueCounts::backoff);
        pending(registry, "unschedulable", QueueCounts::unschedulable);
        pending(registry, "gated", QueueCounts::gated);
        cached(registry, "nodes", ClusterState.Size::nodes);
        cached(registry, "pods", ClusterState.Size::pods);
        cached(registry, "assumed_pods", ClusterState.Size::assumed);
        for (Phase phase : Phase.values()) {
            reservations(registry, phase);
        }
        recovery(registry, true);
        recovery(registry, false);
        for (Profile profile : profiles) {
            for (Filter filter : profile.filters()) {
                rejected(registry, profile.name(), filter.name());
            }
        }
    }

    private void pending(MeterRegistry registry, String part, ToIntFunction<QueueCounts> count) {
        Gauge.builder("scheduler.pending.pods", queue, waiting -> count.applyAsInt(waiting.counts()))
                .description("Number of pending pods, by the queue type")
                .tag("queue", part)
                .register(registry);
    }

    private void cached(MeterRegistry registry, String type, ToIntFunction<ClusterState.Size> count) {
        Gauge.builder("scheduler.cache.size", state, known -> count.applyAsInt(known.size()))
                .description("Number of nodes, pods, and assumed (bound) pods in the scheduler cache")
                .tag("type", type)
                .register(registry);
    }

    private void reservations(MeterRegistry registry, Phase phase) {
        Gauge.builder("edgewise.reservations", state, known -> inPhase(known, phase))
                .description("Number of reservations, by their phase")
                .tag("phase", phase.text().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private static long inPhase(ClusterState known, Phase phase) {
        return known.reservations().states().stream()
                .filter(reservation -> reservation.now().phase() == phase)
                .count();
    }

    private void recovery(MeterRegistry registry, boolean isProtected) {
        Gauge.builder("edgewise.recovery.pods", state, known -> protectedOr(known, isProtected))
                .description("Number of bound pods that are to be protected, by whether a node keeps room for them")
                .tag("protected", Boolean.toString(isProtected))
                .register(registry);
    }

    private static long protectedOr(ClusterState known, boolean isProtected) {
        return known.protection().pods().stream()
                .filter(pod -> isProtected == (pod.backup() != null))
                .count();
    }

    private void rejected(MeterRegistry registry, String profile, String filter) {
        Gauge.builder("scheduler.unschedulable.pods", queue, waiting -> waiting.rejectedBy(profile, filter))
                .description("Number of unschedulable pods by the plugin that rejected them")
                .tags("plugin", filter, "profile", profile)
                .register(registry);
    }
}
