package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.extender.EmptyExtender;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Our extender and the empty one, both suspended but for their turns. */
final class Extenders implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Extender ours;
    private final Extender empty;
    private final int metricsPort;
    private final Path log;

    private Extenders(Extender ours, Extender empty, int metricsPort, Path log) {
        this.ours = ours;
        this.empty = empty;
        this.metricsPort = metricsPort;
        this.log = log;
    }

    static Extenders start(LaunchCommands launches, RedisProcess redis, Path work) throws Exception {
        int port = FreePorts.find();
        int management = FreePorts.find();
        List<String> command = new ArrayList<>(launches.edgewise(0, management).command());
        redis.properties().forEach(property -> command.add("--" + property));
        command.add("--edgewise.scheduler.extender.port=" + port);
        ServiceProcess ours = new LaunchCommand(
                        command, Map.of("KUBECONFIG", launches.kubeconfig().toString()))
                .start("edgewise", work.resolve("edgewise.log"));
        int emptyPort = FreePorts.find();
        ServiceProcess empty = new LaunchCommand(emptyExtender(emptyPort), Map.of())
                .start("empty-extender", work.resolve("empty-extender.log"));
        Extenders extenders = new Extenders(
                new Extender(ours, port),
                new Extender(empty, emptyPort),
                management,
                work.resolve("kube-scheduler.log"));
        try {
            ours.awaitReady(URI.create("http://127.0.0.1:" + management + "/actuator/health/readiness"), START);
            empty.awaitReady(URI.create("http://127.0.0.1:" + emptyPort + "/version"), START);
            ours.suspend();
            empty.suspend();
            return extenders;
        } catch (Exception e) {
            extenders.close();
            throw e;
        }
    }

    /** Command of the empty extender with Java's default options: the cost of our image's options counts as ours. */
    private static List<String> emptyExtender(int port) {
        return List.of(
                ServiceProcess.java(),
                "-XX:+UseSerialGC",
                // Else it sends head and body apart, and the second waits 40 ms for an acknowledgement of the first.
                "-Dsun.net.httpserver.nodelay=true",
                "-cp",
                System.getProperty("java.class.path"),
                EmptyExtender.class.getName(),
                Integer.toString(port));
    }

    Extender ours() {
        return ours;
    }

    Extender empty() {
        return empty;
    }

    /** Port of our extender's metrics. */
    int metricsPort() {
        return metricsPort;
    }

    /** Log file of kube-scheduler. */
    Path log() {
        return log;
    }

    @Override
    public void close() {
        ours.process().kill();
        empty.process().kill();
    }
}
