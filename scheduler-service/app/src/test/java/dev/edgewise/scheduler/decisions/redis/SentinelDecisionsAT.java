package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Decisions in a Redis behind Sentinel. */
class SentinelDecisionsAT extends SharedDecisionsSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withSentinel();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }
}
