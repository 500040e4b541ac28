package dev.edgewise.common.signal.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis that is reached by TLS only, with certificates on either side. */
class RedisTlsAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withTls();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }
}
