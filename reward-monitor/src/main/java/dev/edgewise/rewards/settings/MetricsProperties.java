package dev.edgewise.rewards.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of metrics whose number grows with the nodes.
 *
 * @param perNode whether there is a metric {@code edgewise_rewards_node_value} for each node [boolean]
 */
@ConfigurationProperties("edgewise.reward-monitor.metrics")
public record MetricsProperties(@DefaultValue("false") boolean perNode) {}
