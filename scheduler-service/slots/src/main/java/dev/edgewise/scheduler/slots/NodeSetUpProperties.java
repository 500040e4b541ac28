package dev.edgewise.scheduler.slots;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of node set-up, which labels nodes for a Testbed.
 *
 * @param enabled whether callers who may patch nodes have them labelled by this service; it needs the right to patch
 *     nodes, too [boolean]
 */
@ConfigurationProperties("edgewise.scheduler.slots.node-set-up")
public record NodeSetUpProperties(@DefaultValue("false") boolean enabled) {}
