package dev.edgewise.benchmarks.planetlab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.embedded.RedisServer;

/** Redis, network-probe and scheduler-service of this benchmark, each a process of its own. */
final class Suite implements AutoCloseable {
    private final Path root;
    private final Path work;
    private final int redisPort = ChildProcess.freePort();
    private final RedisServer redis;
    private final ChildProcess probe;

    /** Starts Redis and network-probe; the latter reads the matrix from files in the work directory. */
    Suite(Path root, Path work, Delays delays, List<String> nodes) throws IOException, InterruptedException {
        this.root = root;
        this.work = work;
        Path matrix = work.resolve("matrix.txt");
        Path metadata = work.resolve("metadata.json");
        delays.write(matrix, metadata, nodes);
        redis = RedisServer.newRedisServer()
                .port(redisPort)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
        redis.start();
        probe = start(
                "network-probe",
                Map.of(),
                "--edgewise.network-probe.static.matrix=" + matrix,
                "--edgewise.network-probe.static.metadata=" + metadata);
        probe.awaitReady();
    }

    ChildProcess startScheduler(Path kubeconfig) throws IOException {
        return start(
                "scheduler-service",
                Map.of("KUBECONFIG", kubeconfig.toAbsolutePath().toString()),
                "--edgewise.leader-election.enabled=false");
    }

    private ChildProcess start(String service, Map<String, String> environment, String... options) throws IOException {
        Path jar = root.resolve(service).resolve("target").resolve(service + ".jar");
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is missing: ./mvnw -DskipTests package builds it");
        }
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--edgewise.security.auth=none");
        all.add("--spring.data.redis.host=127.0.0.1");
        all.add("--spring.data.redis.port=" + redisPort);
        return new ChildProcess(jar, all, environment, work.resolve(service + ".log"));
    }

    @Override
    public void close() throws IOException {
        probe.close();
        redis.stop();
    }
}
