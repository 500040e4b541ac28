package dev.edgewise.energy.prometheus;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the source that asks a Prometheus server. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.PROMETHEUS)
class PrometheusConfiguration {
    @Bean
    PrometheusSource prometheusSource(
            PrometheusProperties properties, NodeDirectory nodes, WriteGate gate, Clock clock, MeterRegistry meters) {
        if (properties.queries().isEmpty()) {
            throw new InvalidConfigurationException(
                    PrometheusProperties.QUERIES + " is not set, but edgewise.energy-adapter.sources names prometheus.",
                    "Set it to PromQL that names your exporter's job, such as"
                            + " node_power_supply_capacity{job=\"node-exporter\"}.");
        }
        return new PrometheusSource(properties, properties.client(), nodes, gate, clock, meters);
    }

    @Bean
    ProgressLoop prometheusLoop(
            PrometheusSource source, PrometheusProperties properties, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("prometheus", source::poll, properties.poll(), ticker, meters);
    }

    @Bean
    LifecyclePhase prometheusPhase(ProgressLoop prometheusLoop) {
        return LifecyclePhase.of(LifecyclePhase.MEASURE, prometheusLoop);
    }
}
