package dev.edgewise.scheduler.wiring;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the filter {@code Energy}.
 *
 * @param strict profile {@code edgewise}: no pod runs on a powerless node, even if it waits [boolean]
 */
@ConfigurationProperties("edgewise.scheduler.energy")
record EnergyProperties(@DefaultValue("false") boolean strict) {}
