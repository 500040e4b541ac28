package dev.edgewise.scheduler.extender;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.PendingPods;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the extender; it is unreachable unless a port is set for it. */
@Configuration(proxyBeanMethods = false)
class ExtenderConfiguration {
    @Bean
    ExtenderMetrics extenderTally(MeterRegistry registry, Ticker ticker) {
        return new ExtenderMetrics(registry, ticker);
    }

    @Bean
    ExtenderServer extenderServer(
            ExtenderProperties properties,
            SslBundles bundles,
            Extender extender,
            ClusterWatch watch,
            ExtenderMetrics tally,
            Ticker ticker) {
        ExtenderPaths webhooks = new ExtenderPaths(extender, watch::isSynced);
        BufferPool buffers = new BufferPool(properties.maxBodies().toBytes());
        IncomingRequest.Bounds bounds =
                new IncomingRequest.Bounds(Math.toIntExact(properties.maxBody().toBytes()), properties.deadline());
        boolean isPlain = properties.port() == null || properties.sslBundle().isEmpty();
        return new ExtenderServer(
                properties.port(),
                isPlain ? null : new ExtenderTls(properties.sslBundle(), bundles),
                new ExtenderRequestHandler(webhooks, buffers, bounds, tally, ticker),
                TimeoutSocket.Timeouts.beyond(properties.deadline()),
                ticker);
    }

    @Bean
    LifecyclePhase extenderPhase(ExtenderServer server) {
        return new LifecyclePhase(LifecyclePhase.SERVE, server::start, server::stop);
    }

    /** Takes snapshots on a thread that the first request starts. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService extenderSnapshots() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread created = new Thread(task, "extender-snapshots");
            created.setDaemon(true);
            return created;
        });
    }

    @Bean
    PendingPods pendingPods(ExtenderProperties properties) {
        return new PendingPods(properties.port() != null);
    }

    @Bean
    Extender extender(
            JsonPodReader pods,
            PendingPods pending,
            ProfileSet profiles,
            ClusterState state,
            ExtenderProperties properties,
            ExtenderMetrics tally,
            ExecutorService extenderSnapshots,
            Clock clock,
            Ticker ticker) {
        // So that an answer that favours no node still comes in time.
        Duration longest = properties.deadline().dividedBy(2);
        RecentSnapshot snapshots = new RecentSnapshot(state::snapshot, extenderSnapshots, longest, ticker);
        return new Extender(
                pods,
                pending,
                edgeProfiles(profiles, properties),
                () -> snapshots.get().at(clock.instant()),
                properties.deadline(),
                ticker,
                tally);
    }

    private static ExtenderProfiles edgeProfiles(ProfileSet profiles, ExtenderProperties properties) {
        try {
            return new ExtenderProfiles(profiles, properties.profile());
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    e.getMessage() + ".", "Correct edgewise.scheduler.extender.profile.");
        }
    }
}
