package dev.edgewise.energy.nodelabels;

import dev.edgewise.common.LeaderCacheSync;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.CurrentReadings;
import dev.edgewise.energy.readings.RefreshProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that keep the labels and taints of nodes. */
@Configuration(proxyBeanMethods = false)
class NodeLabelsConfiguration {
    @Bean
    NodeLabelReconciler nodeMarker(
            NodeLabelProperties labels,
            NodeTaintProperties taints,
            NodeDirectory nodes,
            CurrentReadings board,
            NodeWriter writer,
            WriteGate gate,
            LeaderCacheSync nodesCatchUp,
            SteadyTime time,
            MeterRegistry meters) {
        return new NodeLabelReconciler(
                new NodeChangePlanner(labels, taints), nodes, board, writer, gate, nodesCatchUp, time, meters);
    }

    @Bean
    ProgressLoop markLoop(NodeLabelReconciler marker, RefreshProperties refresh, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("energy-marks", marker::step, refresh.every(), ticker, meters);
    }

    @Bean
    LifecyclePhase markPhase(ProgressLoop markLoop) {
        return LifecyclePhase.of(LifecyclePhase.MEASURE, markLoop);
    }

    /** {@code DEGRADED}, with the reason, while nodes cannot be marked, or another writer undoes their marks. */
    @Bean("marks")
    HealthIndicator marksHealth(NodeLabelReconciler marker) {
        return () -> {
            String problem = marker.problem();
            return problem.isEmpty()
                    ? Health.up().build()
                    : Health.status("DEGRADED").withDetail("nodes", problem).build();
        };
    }
}
