package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.ExtenderProperties;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.PendingPods;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures what the extender answers. */
@Configuration(proxyBeanMethods = false)
class ExtenderConfiguration {
    @Bean
    ExtenderMetrics extenderMetrics(MeterRegistry registry, Ticker ticker) {
        return new ExtenderMetrics(registry, ticker);
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
            ExtenderMetrics metrics,
            ExecutorService extenderSnapshots,
            Clock clock,
            Ticker ticker) {
        // So that an answer that favours no node still comes in time.
        Duration longest = properties.deadline().dividedBy(2);
        RecentSnapshot snapshots = new RecentSnapshot(state::snapshot, extenderSnapshots, longest, ticker);
        return new Extender(
                pods,
                pending,
                extenderProfiles(profiles, properties),
                () -> snapshots.get().at(clock.instant()),
                properties.deadline(),
                ticker,
                metrics);
    }

    private static ExtenderProfiles extenderProfiles(ProfileSet profiles, ExtenderProperties properties) {
        try {
            return new ExtenderProfiles(profiles, properties.profile());
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    e.getMessage() + ".", "Correct edgewise.scheduler.extender.profile.");
        }
    }
}
