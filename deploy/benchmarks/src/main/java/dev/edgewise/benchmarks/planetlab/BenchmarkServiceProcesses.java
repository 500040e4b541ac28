package dev.edgewise.benchmarks.planetlab;

import dev.edgewise.testkit.ExtractedJar;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Redis, network-probe and scheduler-service of this benchmark, each a process of its own. */
final class BenchmarkServiceProcesses implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Path root;
    private final Path work;
    private final RedisProcess redis = RedisProcess.start();
    private final Service probe;

    /** A started service and where it answers. */
    record Service(ServiceProcess process, URI address) implements AutoCloseable {
        double awaitReady() throws InterruptedException {
            return process.awaitReady(address.resolve("/actuator/health/readiness"), START_LIMIT);
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** Starts Redis and network-probe; the latter reads the matrix from files in the work directory. */
    BenchmarkServiceProcesses(Path root, Path work, Delays delays, List<String> nodes)
            throws IOException, InterruptedException {
        this.root = root;
        this.work = work;
        Path matrix = work.resolve("matrix.txt");
        Path metadata = work.resolve("metadata.json");
        delays.write(matrix, metadata, nodes);
        probe = start(
                "network-probe",
                Map.of(),
                "--edgewise.network-probe.static.matrix=" + matrix,
                "--edgewise.network-probe.static.metadata=" + metadata);
        probe.awaitReady();
    }

    Service startScheduler(Path kubeconfig) {
        return start(
                "scheduler-service",
                Map.of("KUBECONFIG", kubeconfig.toAbsolutePath().toString()),
                "--edgewise.leader-election.enabled=false");
    }

    private Service start(String service, Map<String, String> environment, String... options) {
        Path jar = root.resolve(service).resolve("target").resolve(service + ".jar");
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is missing: ./mvnw -DskipTests package builds it");
        }
        int port = FreePorts.find();
        List<String> command = new ArrayList<>(
                List.of(ServiceProcess.java(), "-jar", ExtractedJar.of(jar).toString()));
        command.addAll(List.of(options));
        command.add("--server.port=" + port);
        command.add("--server.address=127.0.0.1");
        command.add("--edgewise.security.auth=none");
        redis.properties().forEach(property -> command.add("--" + property));
        ServiceProcess process = ServiceProcess.start(service, command, environment, work.resolve(service + ".log"));
        return new Service(process, URI.create("http://127.0.0.1:" + port));
    }

    @Override
    public void close() {
        probe.close();
        redis.close();
    }
}
