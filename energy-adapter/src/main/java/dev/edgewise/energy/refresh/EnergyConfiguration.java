package dev.edgewise.energy.refresh;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.energy.history.EnergyHistory;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.levels.LevelsProperties;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.EnergyBoard;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.sources.SourceAssignment;
import dev.edgewise.energy.sources.SourcesProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts sources, levels and publishing together. */
@Configuration(proxyBeanMethods = false)
class EnergyConfiguration {
    @Bean
    LevelSettings levelSettings(LevelsProperties properties) {
        return properties.settings();
    }

    @Bean
    SourceAssignment sourceAssignment(SourcesProperties properties) {
        return new SourceAssignment(properties.sources());
    }

    @Bean
    EnergyBoard energyBoard(LevelSettings levels) {
        return new EnergyBoard(levels);
    }

    @Bean
    EnergyHistory energyHistory() {
        return new EnergyHistory();
    }

    @Bean
    WriteTurn writeTurn(WriteGate gate) {
        return WriteTurn.of(gate);
    }

    @Bean
    EnergyService energyService(
            NodeDirectory nodes,
            SourceAssignment assignment,
            List<EnergySource> sources,
            EnergyBoard board,
            EnergyHistory history,
            SignalStores stores,
            WriteGate gate,
            SteadyTime time,
            Clock clock,
            MeterRegistry registry,
            MetricsProperties metrics) {
        EnergyMeters meters = new EnergyMeters(registry, metrics.perNode());
        return new EnergyService(
                nodes, assignment, sources, board, history, stores, gate, time, clock, registry, meters);
    }

    @Bean
    RefreshLoop refreshLoop(EnergyService service, RefreshProperties properties, Ticker ticker, MeterRegistry meters) {
        return new RefreshLoop("energy-refresh", service::step, properties.every(), ticker, meters);
    }

    @Bean
    LifecyclePhase refreshPhase(RefreshLoop refreshLoop) {
        return new LifecyclePhase(LifecyclePhase.PUBLISH, refreshLoop::start, refreshLoop::stop);
    }
}
