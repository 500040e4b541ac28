package dev.edgewise.common.testing.containers;

import dev.edgewise.common.testing.RedisUsers;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RepositoryFiles;
import dev.edgewise.testkit.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The ways to run Redis that are tested, each with the properties that a user writes for it. */
public final class RedisSetups {
    public static final String PASSWORD = "secret";

    private static final String USER = "ACL SETUSER edgewise ";
    public static final String SERVER = "redis-server --bind 0.0.0.0 --protected-mode no --save '' --dir /tmp";
    private static final String WHEN_ANSWERED =
            "until redis-cli -p %s ping | grep -q -e PONG -e NOAUTH; do sleep 0.1; done\n";

    private RedisSetups() {}

    /** One server, with these options besides. */
    public static RedisContainer plain(String... options) {
        return single(Map.of(), List.of(), "--port $1 " + String.join(" ", options), "$1");
    }

    /** One server that demands a password. */
    public static RedisContainer withPassword() {
        return single(
                Map.of(),
                List.of("spring.data.redis.password=" + PASSWORD),
                "--port $1 --requirepass " + PASSWORD,
                "$1");
    }

    /** Starts one server whose only user has the rights that docs/deploy.md says are enough. */
    public static RedisContainer withUser() {
        return single(Map.of(), credentials(), "--port $1 --user default off --user " + leastUser(), "$1");
    }

    /** One server that speaks TLS only, and asks for the client's certificate, as Redis does by default. */
    public static RedisContainer withTls() {
        TestCertificate server = TestCertificate.create("redis");
        TestCertificate client = TestCertificate.create("edgewise");
        return single(
                Map.of(
                        "/tls/server.crt",
                        server.certificate(),
                        "/tls/server.key",
                        server.key(),
                        "/tls/ca.crt",
                        client.certificate(),
                        "/tls/client.key",
                        client.key()),
                List.of(
                        "spring.data.redis.ssl.bundle=redis",
                        "spring.ssl.bundle.pem.redis.truststore.certificate=" + file("ca", server.certificate()),
                        "spring.ssl.bundle.pem.redis.keystore.certificate=" + file("edgewise", client.certificate()),
                        "spring.ssl.bundle.pem.redis.keystore.private-key=" + file("edgewise", client.key())),
                "--port 0 --tls-port $1 --tls-cert-file /tls/server.crt --tls-key-file /tls/server.key"
                        + " --tls-ca-cert-file /tls/ca.crt",
                "$1 --tls --insecure --cert /tls/ca.crt --key /tls/client.key");
    }

    /** Redis as the manifests start it: a user for each service, whose password ends with its name. */
    public static RedisContainer asDeployed() {
        return asDeployed(Map.of(), List.of(), "");
    }

    /** Starts the deployed setup with the component {@code redis-tls}. */
    public static RedisContainer asDeployedWithTls() {
        TestCertificate server = TestCertificate.create("redis");
        return asDeployed(
                Map.of("/etc/redis-tls/tls.crt", server.certificate(), "/etc/redis-tls/tls.key", server.key()),
                List.of(
                        "spring.data.redis.ssl.bundle=redis",
                        "spring.ssl.bundle.pem.redis.truststore.certificate=" + file("ca", server.certificate())),
                "--tls --insecure");
    }

    /** The password of a user {@link #asDeployed}: characters that have a meaning in files and in shells. */
    public static String passwordOf(String user) {
        return "\"a' \\b\n$c #d-" + user;
    }

    private static RedisContainer asDeployed(Map<String, String> certificates, List<String> more, String cliOptions) {
        List<Integer> ports = FreePorts.find(1);
        List<String> properties =
                new ArrayList<>(List.of("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + ports.get(0)));
        properties.addAll(more);
        Map<String, String> files = new HashMap<>(certificates);
        RedisUsers.rules().keySet().forEach(user -> files.put("/etc/redis-passwords/" + user, passwordOf(user)));
        for (String name : List.of("start.sh", "users.acl")) {
            files.put("/etc/redis/" + name, text(RedisUsers.directory().resolve(name)));
        }
        String start = "PORT=$1 NAMESPACE=edgewise MAXMEMORY=64mb sh /etc/redis/start.sh &\n";
        return new RedisContainer(ports, properties, files, start + WHEN_ANSWERED.formatted("$1 " + cliOptions));
    }

    /** A primary, a replica, and a Sentinel that makes the replica the primary if that does not answer for a second. */
    public static RedisContainer withSentinel() {
        List<Integer> ports = FreePorts.find(3);
        return new RedisContainer(
                ports,
                List.of(
                        "spring.data.redis.sentinel.master=edgewise",
                        "spring.data.redis.sentinel.nodes=127.0.0.1:" + ports.get(2),
                        "spring.data.redis.password=" + PASSWORD),
                Map.of(),
                """
                server() { %s --requirepass secret --masterauth secret --repl-diskless-sync-delay 0 "$@" & }
                server --port $1
                server --port $2 --replicaof 127.0.0.1 $1
                cat >/tmp/sentinel.conf <<CONF
                port $3
                protected-mode no
                sentinel monitor edgewise 127.0.0.1 $1 1
                sentinel auth-pass edgewise secret
                sentinel down-after-milliseconds edgewise 1000
                sentinel failover-timeout edgewise 5000
                CONF
                until redis-cli -a secret -p $2 info replication | grep -q master_link_status:up; do sleep 0.1; done
                redis-server /tmp/sentinel.conf --sentinel &
                until redis-cli -p $3 sentinel replicas edgewise | grep -q "127.0.0.1:$2"; do sleep 0.1; done
                """
                        .formatted(SERVER));
    }

    /** Three primaries with a replica each, and a user with the least rights. */
    public static RedisContainer withCluster() {
        List<Integer> ports = FreePorts.find(6);
        List<String> properties = new ArrayList<>(credentials());
        properties.add("spring.data.redis.cluster.nodes="
                + ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
        return new RedisContainer(
                ports,
                properties,
                Map.of(),
                """
                bus=17000
                nodes=
                for port; do
                  bus=$((bus + 1))
                  nodes="$nodes 127.0.0.1:$port"
                  %s --port $port --cluster-enabled yes --cluster-port $bus --cluster-config-file /tmp/nodes-$port.conf \
                    --cluster-node-timeout 1000 --repl-diskless-sync-delay 0 --user %s &
                done
                for port; do until redis-cli -p $port ping; do sleep 0.1; done; done
                redis-cli --cluster create $nodes --cluster-replicas 1 --cluster-yes
                for port; do
                  until redis-cli -p $port cluster info | grep -q cluster_state:ok; do sleep 0.1; done
                  until redis-cli -p $port info replication | grep -q -e role:master -e master_link_status:up; do sleep 0.1; done
                done
                """
                        .formatted(SERVER, leastUser()));
    }

    private static RedisContainer single(Map<String, String> files, List<String> more, String options, String cliPort) {
        List<Integer> ports = FreePorts.find(1);
        List<String> properties =
                new ArrayList<>(List.of("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + ports.get(0)));
        properties.addAll(more);
        return new RedisContainer(
                ports, properties, files, SERVER + " " + options + " &\n" + WHEN_ANSWERED.formatted(cliPort));
    }

    private static List<String> credentials() {
        return List.of("spring.data.redis.username=edgewise", "spring.data.redis.password=" + PASSWORD);
    }

    /** The user as docs/deploy.md has them, for the command line of redis-server. */
    private static String leastUser() {
        try (var lines = Files.lines(RepositoryFiles.file("docs/deploy.md"))) {
            String rules = lines.map(String::strip)
                    .filter(line -> line.startsWith(USER))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("docs/deploy.md does not say " + USER))
                    .substring(USER.length());
            return "edgewise '" + rules.replace("PASSWORD", PASSWORD).replace(" ", "' '") + "'";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(String name, String content) {
        try {
            Path file = Files.createTempFile(name, ".pem");
            file.toFile().deleteOnExit();
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
