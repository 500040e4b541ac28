package dev.edgewise.scheduler.power;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How pods follow the energy of the nodes.
 *
 * @param strict whether filter {@code Energy} keeps pods off powerless nodes even where no other node fits; in profile
 *     {@code energy-aware-scheduler} it always does
 */
@ConfigurationProperties("edgewise.scheduler.energy")
record EnergyProperties(@DefaultValue("false") boolean strict) {}
