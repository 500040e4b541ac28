package dev.edgewise.common.signal.redis;

import dev.edgewise.common.testing.EmbeddedRedis;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each service has the commands that it needs; {@link RedisUsersAT} finds what it has beyond. */
class RedisUsersIT extends RedisUsersContract {
    @RegisterExtension
    static final EmbeddedRedis REDIS = EmbeddedRedis.forService("network-probe");

    @Override
    List<String> properties(String service) {
        return REDIS.properties(service);
    }
}
