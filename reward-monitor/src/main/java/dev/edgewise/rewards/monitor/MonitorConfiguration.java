package dev.edgewise.rewards.monitor;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.rewards.cluster.WatchFreshness;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.settings.LearningLimitsProperties;
import dev.edgewise.rewards.settings.LearningProperties;
import dev.edgewise.rewards.settings.MetricsProperties;
import dev.edgewise.rewards.settings.QuarantineProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires learning and publishing. */
@Configuration(proxyBeanMethods = false)
class MonitorConfiguration {
    private static final Status DEGRADED =
            new Status("DEGRADED", "Outcomes are learned, but not shared with other services");

    /** Time without progress after which a loop is stuck; queries may take 4 minutes. */
    private static final Duration STUCK_AFTER = Duration.ofMinutes(5);

    @Bean
    LearnerSettings learnerSettings(
            LearningProperties properties, QuarantineProperties quarantine, LearningLimitsProperties limits) {
        return properties.settings(quarantine, limits);
    }

    @Bean
    WriterElection writeTurn(WriteGate gate) {
        return WriterElection.of(gate);
    }

    @Bean
    RewardHistory rewardHistory() {
        return new RewardHistory();
    }

    @Bean
    RewardMonitor rewardMonitor(
            WatchedNodesAndPods table,
            WatchFreshness freshness,
            LearnerSettings settings,
            SignalStores stores,
            WriteGate gate,
            Clock clock,
            RewardHistory history,
            MeterRegistry registry,
            MetricsProperties metrics) {
        RewardMetrics meters = new RewardMetrics(registry, metrics.perNode());
        return new RewardMonitor(table, freshness, settings, stores, gate, clock, history, registry, meters);
    }

    @Bean
    ActiveLearnerProvider activeLearner(RewardMonitor monitor) {
        return monitor::adopted;
    }

    @Bean
    StoreAvailability storeAvailability(RewardMonitor monitor) {
        return monitor::isStored;
    }

    @Bean
    CurrentRewardsViewProvider currentView(RewardMonitor monitor) {
        return monitor::view;
    }

    @Bean
    ProgressLoop rewardLoop(RewardMonitor monitor, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("rewards", monitor::step, RewardMonitor.EVERY, ticker, meters);
    }

    @Bean
    LifecyclePhase rewardPhase(ProgressLoop rewardLoop, RewardMonitor monitor) {
        return new LifecyclePhase(LifecyclePhase.PUBLISH, rewardLoop::start, () -> {
            rewardLoop.stop();
            monitor.stop();
        });
    }

    /**
     * Health: {@code DEGRADED} with the reason while the store is unreachable; rewards are kept here, and become stale
     * for other services.
     */
    @Bean("rewards")
    HealthIndicator rewardsHealth(RewardMonitor monitor, WatchedNodesAndPods table) {
        return () -> {
            Map<String, String> problems = monitor.problems();
            return Health.status(problems.isEmpty() ? Status.UP : DEGRADED)
                    .withDetail("learns", monitor.learner().isPresent())
                    .withDetail("nodes", table.nodes())
                    .withDetail("pods", table.pods())
                    .withDetails(problems)
                    .build();
        };
    }

    /** Liveness: the loops that learn and query make progress, whether or not their steps succeed. */
    @Bean("learningLoop")
    HealthIndicator loopsHealth(List<ProgressLoop> loops) {
        return new LoopHealth(loops, STUCK_AFTER);
    }
}
