package dev.edgewise.energy.refresh;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.energy.history.EnergyHistory;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.levels.LevelsProperties;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.CurrentReadings;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.sources.NodeEnergySourceResolver;
import dev.edgewise.energy.sources.SourcesProperties;
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

/** Beans of sources, levels and publishing. */
@Configuration(proxyBeanMethods = false)
class EnergyConfiguration {
    private static final Status DEGRADED = new Status("DEGRADED");
    /** A poll of Prometheus may take 4 minutes. */
    private static final Duration STUCK_AFTER = Duration.ofMinutes(5);

    @Bean
    LevelSettings levelSettings(LevelsProperties properties) {
        return properties.settings();
    }

    @Bean
    NodeEnergySourceResolver sourceAssignment(SourcesProperties properties) {
        return new NodeEnergySourceResolver(properties.sources());
    }

    @Bean
    CurrentReadings energyBoard(LevelSettings levels) {
        return new CurrentReadings(levels);
    }

    @Bean
    EnergyHistory energyHistory() {
        return new EnergyHistory();
    }

    @Bean
    WriterElection writeTurn(WriteGate gate) {
        return WriterElection.of(gate);
    }

    @Bean
    EnergyReadingsRefresher energyService(
            NodeDirectory nodes,
            NodeEnergySourceResolver assignment,
            List<EnergySource> sources,
            CurrentReadings board,
            EnergyHistory history,
            SignalStores stores,
            WriteGate gate,
            SteadyTime time,
            Clock clock,
            MeterRegistry registry,
            PerNodeMetricProperties metrics) {
        EnergyMetrics meters = new EnergyMetrics(registry, metrics.perNode());
        SourcePoller asked = new SourcePoller(sources, assignment, board, clock);
        return new EnergyReadingsRefresher(nodes, asked, board, history, stores, gate, time, clock, registry, meters);
    }

    @Bean
    ProgressLoop refreshLoop(
            EnergyReadingsRefresher service, RefreshProperties properties, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("energy-refresh", service::step, properties.every(), ticker, meters);
    }

    @Bean
    LifecyclePhase refreshPhase(ProgressLoop refreshLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, refreshLoop);
    }

    /**
     * {@code DEGRADED}, with the reason, while a source is not well or the store takes nothing: what is known stays,
     * and ages.
     */
    @Bean("energy")
    HealthIndicator energyHealth(EnergyReadingsRefresher service) {
        return () -> {
            Map<String, String> problems = service.problems();
            return Health.status(problems.isEmpty() ? Status.UP : DEGRADED)
                    .withDetail("nodesWithReadings", service.readings().size())
                    .withDetail("nodesWithoutReading", service.unknown())
                    .withDetails(service.idleRules())
                    .withDetails(problems)
                    .build();
        };
    }

    /**
     * Liveness: whether the loops that refresh, mark and ask others make progress, whether their steps succeed or not.
     */
    @Bean
    HealthIndicator energyLoop(List<ProgressLoop> loops) {
        return new LoopHealth(loops, STUCK_AFTER);
    }
}
