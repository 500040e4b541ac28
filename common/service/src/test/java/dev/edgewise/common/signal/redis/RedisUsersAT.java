package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.RedisUsers;
import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis as the manifests start it: each service does what it needs, and is refused everything else. */
class RedisUsersAT extends RedisUsersContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.asDeployed();

    @Override
    List<String> properties(String service) {
        return properties(REDIS, service);
    }

    static List<String> properties(RedisContainer redis, String service) {
        Stream<String> user = Stream.of(
                "spring.data.redis.username=" + service,
                "spring.data.redis.password=" + RedisSetups.passwordOf(service));
        return Stream.concat(redis.properties().stream(), user).toList();
    }

    static Stream<Arguments> commands() {
        return Stream.of(
                Arguments.of("hset edgewise:energy x y", Set.of("energy-adapter")),
                Arguments.of("hdel edgewise:energy x", Set.of("energy-adapter")),
                Arguments.of("hset edgewise:rtt:a x y", Set.of("network-probe")),
                Arguments.of("hset edgewise:reward:nodes x y", Set.of("reward-monitor")),
                Arguments.of("hset edgewise:outcomes:x x y", Set.of("reward-monitor")),
                Arguments.of(
                        "hgetall edgewise:energy", Set.of("energy-adapter", "scheduler-service", "function-offloader")),
                Arguments.of("hgetall edgewise:rtt:a", Set.of("network-probe", "scheduler-service")),
                Arguments.of("hgetall edgewise:reward:nodes", Set.of("reward-monitor", "scheduler-service")),
                Arguments.of("hgetall edgewise:outcomes:x", Set.of("reward-monitor")),
                Arguments.of("xadd edgewise:decisions * x y", Set.of("scheduler-service")),
                Arguments.of("xtrim edgewise:decisions maxlen 0", Set.of("scheduler-service")),
                Arguments.of("xtrim edgewise:changes maxlen 0", Set.of()),
                Arguments.of(
                        "xadd edgewise:changes * x y", Set.of("network-probe", "energy-adapter", "reward-monitor")),
                Arguments.of("set edgewise:writer:rtt x px 1", Set.of("network-probe")),
                Arguments.of("set edgewise:rtt:a x", Set.of()),
                Arguments.of("del edgewise:rtt:a", Set.of()),
                Arguments.of("del edgewise:changes", Set.of("network-probe", "energy-adapter", "reward-monitor")),
                Arguments.of("set other x", Set.of()),
                Arguments.of("keys *", Set.of()),
                Arguments.of("flushall", Set.of()),
                Arguments.of("config set maxmemory 1", Set.of()),
                Arguments.of("acl list", Set.of()),
                Arguments.of("client list", Set.of()),
                Arguments.of("monitor", Set.of()),
                Arguments.of("shutdown nosave", Set.of()),
                Arguments.of("replicaof no one", Set.of()),
                Arguments.of("publish x y", Set.of()),
                Arguments.of("eval 'return redis.call(\"flushall\")' 0", Set.of()),
                Arguments.of(
                        "eval 'return redis.call(\"hset\",\"edgewise:energy\",\"x\",\"y\")' 1 edgewise:writer:rtt",
                        Set.of()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsRefusedForAllButItsUsers(String command, Set<String> users) {
        List<String> all = List.copyOf(RedisUsers.rules().keySet());

        // One line for each user.
        List<String> answers = REDIS.shell("for user in " + String.join(" ", all) + "; do redis-cli -p "
                        + REDIS.ports().get(0)
                        + " --user $user --pass \"$(cat /etc/redis-passwords/$user)\" --no-auth-warning "
                        + command + " | tr '\\n' ' '; echo \"as $user\"; done")
                .lines()
                .toList();

        assertThat(answers).hasSameSizeAs(all);
        for (int i = 0; i < all.size(); i++) {
            boolean refused = Stream.of("NOPERM", "can't access", "can't run").anyMatch(answers.get(i)::contains);
            assertThat(answers.get(i)).endsWith("as " + all.get(i));
            assertThat(refused).as("%s: %s", command, answers.get(i)).isEqualTo(!users.contains(all.get(i)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "hgetall edgewise:energy", "flushall", "info"})
    void nobodyDoesAnythingWithoutAUser(String command) {
        assertThat(REDIS.shell("redis-cli -p " + REDIS.ports().get(0) + " " + command))
                .contains("NOAUTH");
    }
}
