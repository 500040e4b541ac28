package dev.edgewise.energy.kubernetes;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.energy.nodes.NodeCpuUsage;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Asks the metrics API, where a model's draw follows from it. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.MODEL)
@ConditionalOnProperty(name = "edgewise.energy-adapter.model.cpu-from", havingValue = "metrics")
class CpuUsageConfiguration {
    /** metrics-server asks nodes as often. */
    private static final Duration EVERY = Duration.ofSeconds(15);

    @Bean
    ProgressLoop usageLoop(
            ApiServerClient api,
            NodeCpuUsage used,
            WriteGate gate,
            SteadyTime time,
            Ticker ticker,
            MeterRegistry meters) {
        MetricsApiCpuUsage usage = new MetricsApiCpuUsage(api, used, gate, time);
        return new ProgressLoop("node-usage", usage::step, EVERY, ticker, meters);
    }

    @Bean
    LifecyclePhase usagePhase(ProgressLoop usageLoop) {
        return LifecyclePhase.of(LifecyclePhase.MEASURE, usageLoop);
    }

    @Bean
    RequiredAccess usageAccess() {
        return new RequiredAccess(List.of(Permission.everywhere("list", MetricsApiCpuUsage.GROUP, "nodes")));
    }
}
