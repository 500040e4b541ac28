package dev.edgewise.energy.nodelabels;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the label with a node's level.
 *
 * @param removeStale whether the label of a node is removed when its reading is stale [boolean]
 */
@ConfigurationProperties("edgewise.energy-adapter.labels")
public record NodeLabelProperties(@DefaultValue("false") boolean removeStale) {}
