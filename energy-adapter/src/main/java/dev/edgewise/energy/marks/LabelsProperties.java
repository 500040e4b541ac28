package dev.edgewise.energy.marks;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The label with a node's level.
 *
 * @param removeStale whether it is removed when the node's reading is not valid any more; otherwise the last level stays
 */
@ConfigurationProperties("edgewise.energy-adapter.labels")
public record LabelsProperties(@DefaultValue("false") boolean removeStale) {}
