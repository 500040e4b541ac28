package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Decisions in a Redis where the service may do what docs/deploy.md says it needs, and no more. */
class UserDecisionsAT extends SharedDecisionsSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withUser();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }
}
