package dev.edgewise.scheduler.config;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether replicas elect who decides.
 *
 * @param leaderElection false lets this replica decide at once, with no Lease: there must be no other
 */
@ConfigurationProperties("edgewise")
public record ElectionProperties(@DefaultValue("true") boolean leaderElection) {}
