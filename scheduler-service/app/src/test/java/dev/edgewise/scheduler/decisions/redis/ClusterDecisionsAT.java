package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Decisions in Redis Cluster. */
class ClusterDecisionsAT extends SharedDecisionsSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withCluster();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }
}
