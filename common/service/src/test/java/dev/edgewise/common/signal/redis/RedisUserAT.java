package dev.edgewise.common.signal.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis where a service may do what docs/deploy.md says it needs, and no more. */
class RedisUserAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withUser();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }
}
