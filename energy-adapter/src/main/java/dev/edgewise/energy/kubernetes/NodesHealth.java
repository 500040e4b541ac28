package dev.edgewise.energy.kubernetes;

import dev.edgewise.energy.nodes.NodeDirectory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Readiness: whether the nodes of the cluster are known. */
@Component("clusterNodes")
class NodesHealth implements HealthIndicator {
    private final NodeDirectory directory;

    NodesHealth(NodeDirectory directory) {
        this.directory = directory;
    }

    @Override
    public Health health() {
        return (directory.isComplete() ? Health.up() : Health.outOfService())
                .withDetail("nodes", directory.all().size())
                .build();
    }
}
