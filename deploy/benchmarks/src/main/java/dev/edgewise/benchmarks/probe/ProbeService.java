package dev.edgewise.benchmarks.probe;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** network-probe as it is deployed, in a process of its own. Needs Linux, which tells what a process costs. */
final class ProbeService implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Pattern VALUE = Pattern.compile("\"value\":([0-9.E+-]+)");

    private final ServiceProcess process;
    private final int port;

    private ProbeService(ServiceProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it with these properties, and waits until it is ready and knows the nodes. */
    static ProbeService start(ProbeOptions options, List<String> properties, Path work)
            throws IOException, InterruptedException {
        int port = FreePorts.find();
        List<String> command = new ArrayList<>(List.of(ServiceProcess.java()));
        command.addAll(ServicePodMemory.heapOptions("network-probe"));
        command.add("-XX:ActiveProcessorCount=1");
        command.addAll(options.application());
        command.add("--server.port=" + port);
        properties.forEach(property -> command.add("--" + property));
        Path log = work.resolve("network-probe.log");
        ProbeService service = new ProbeService(ServiceProcess.start("network-probe", command, Map.of(), log), port);
        Runtime.getRuntime().addShutdownHook(new Thread(service.process::kill));
        service.process.awaitReady(service.uri("/actuator/health/readiness"), START_LIMIT);
        service.awaitNodes(log);
        return service;
    }

    private void awaitNodes(Path log) throws IOException, InterruptedException {
        while (!Files.readString(log).contains("Nodes are known")) {
            process.requireAlive();
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    int port() {
        return port;
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** The value of a meter; 0 if there is none yet. */
    double meter(String name) throws InterruptedException {
        process.requireAlive();
        Matcher value = VALUE.matcher(process.get(uri("/actuator/metrics/" + name))
                .map(answer -> answer.body())
                .orElse(""));
        return value.find() ? Double.parseDouble(value.group(1)) : 0;
    }

    /** Seconds of processor time so far. */
    double cpu() {
        return process.cpuSeconds();
    }

    /** Seconds of processor time so far, by name of thread. */
    Map<String, Double> cpuByThread() throws IOException {
        return ProcStat.cpuSecondsByThread(process.pid());
    }

    /** A size of {@code /proc/PID/status}, such as {@code VmRSS}, in MiB. */
    double mebibytes(String field) {
        return ProcStat.mebibytes(process.pid(), field);
    }

    @Override
    public void close() {
        process.close();
    }
}
