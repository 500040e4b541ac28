package dev.edgewise.energy.refresh;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Metrics whose number grows with the nodes.
 *
 * @param perNode whether there is a metric with the percentage of each node
 */
@ConfigurationProperties("edgewise.energy-adapter.metrics")
public record MetricsProperties(@DefaultValue("false") boolean perNode) {}
