package dev.edgewise.common.signal.redis;

import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of users with the component {@code redis-tls}: services check the certificate, and show none. */
class RedisUsersTlsAT extends RedisUsersContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.asDeployedWithTls();

    @Override
    List<String> properties(String service) {
        return RedisUsersAT.properties(REDIS, service);
    }
}
