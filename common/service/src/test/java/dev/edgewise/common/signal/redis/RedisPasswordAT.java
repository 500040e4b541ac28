package dev.edgewise.common.signal.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis that demands a password. */
class RedisPasswordAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withPassword();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }
}
