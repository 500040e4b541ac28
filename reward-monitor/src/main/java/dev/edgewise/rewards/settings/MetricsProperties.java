package dev.edgewise.rewards.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Metrics whose number grows with the nodes.
 *
 * @param perNode whether there is a metric with the value of each node
 */
@ConfigurationProperties("edgewise.reward-monitor.metrics")
public record MetricsProperties(@DefaultValue("false") boolean perNode) {}
