package dev.edgewise.energy.refresh;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of metrics whose number grows with the nodes.
 *
 * @param perNode whether there is a metric {@code edgewise_energy_percent} for each node [boolean]
 */
@ConfigurationProperties("edgewise.energy-adapter.metrics")
public record PerNodeMetricProperties(@DefaultValue("false") boolean perNode) {}
