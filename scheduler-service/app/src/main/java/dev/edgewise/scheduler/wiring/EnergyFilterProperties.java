package dev.edgewise.scheduler.wiring;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the filter {@code Energy}.
 *
 * @param strict whether pods of profile {@code edgewise} never run on a powerless node, even if they wait [boolean]
 */
@ConfigurationProperties("edgewise.scheduler.energy")
record EnergyFilterProperties(@DefaultValue("false") boolean strict) {}
