package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Readiness: whether the nodes of the cluster are known, where the sources need them. */
@Component("clusterNodes")
class NodesHealth implements HealthIndicator {
    private final ObjectProvider<NodeDirectory> directory;

    NodesHealth(ObjectProvider<NodeDirectory> directory) {
        this.directory = directory;
    }

    @Override
    public Health health() {
        NodeDirectory nodes = directory.getIfAvailable();
        if (nodes == null) {
            return Health.up().withDetail("needed", false).build();
        }
        return (nodes.isComplete() ? Health.up() : Health.outOfService())
                .withDetail("nodes", nodes.names().size())
                .withDetail("measurable", nodes.measurable().size())
                .build();
    }
}
