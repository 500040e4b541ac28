package dev.edgewise.scheduler.config;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the cluster has been read completely once. From then on it stays so: an outage only makes it older. */
final class ClusterHealth extends AbstractHealthIndicator {
    private final CacheSync sync;

    ClusterHealth(CacheSync sync) {
        this.sync = sync;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean synced = sync.isSynced();
        builder.status(synced ? "UP" : "OUT_OF_SERVICE").withDetail("synced", synced);
    }
}
