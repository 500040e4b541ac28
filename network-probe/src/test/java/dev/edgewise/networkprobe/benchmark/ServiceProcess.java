package dev.edgewise.networkprobe.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.networkprobe.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The service as it is deployed, in a process of its own. {@code -Dprobe.service} holds Java's arguments, without it those of the
 * image for {@code target/network-probe.jar}; {@code @DIR/java.args} starts what {@code deploy/image/prepare} left.
 * {@code -Dprobe.java} is the Java that runs it. Needs Linux, which tells what a process costs.
 */
final class ServiceProcess implements AutoCloseable {
    /** The heap and the one processor that the limits of the pod leave to Java: 45 % of 512 MiB. */
    private static final List<String> POD = List.of("-Xmx230m", "-XX:ActiveProcessorCount=1");

    private static final String JAR = "-XX:+UseSerialGC -jar target/network-probe.jar";
    private static final Path LOG = Path.of("target/probe-service.log");
    private static final Pattern VALUE = Pattern.compile("\"value\":([0-9.E+-]+)");
    private static final double TICKS_PER_SECOND = 100;
    /** Of user and system time in {@code stat}, counted after the name in parentheses. */
    private static final int USER_TIME = 11;

    private final Process process;
    private final int port;

    private ServiceProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it with these properties and waits until it is ready. */
    static ServiceProcess start(List<String> properties) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("probe.java", System.getProperty("java.home") + "/bin/java"));
        command.addAll(POD);
        command.addAll(List.of(System.getProperty("probe.service", JAR).strip().split("\\s+")));
        command.add("--server.port=" + port);
        properties.forEach(property -> command.add("--" + property));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(LOG.toFile())
                .start();
        ServiceProcess service = new ServiceProcess(process, port);
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        service.await(() -> service.http().get("/actuator/health/readiness").statusCode() == 200);
        return service;
    }

    /** Waits until it has said this. */
    void awaitLog(String text) {
        await(() -> Files.readString(LOG).contains(text));
    }

    private void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .ignoreException(ConnectException.class)
                .failFast("the service ended, see " + LOG, () -> !process.isAlive())
                .until(condition);
    }

    int port() {
        return port;
    }

    Http http() {
        return new Http(port);
    }

    /** The value of a meter; 0 if there is none yet. */
    double meter(String name) throws Exception {
        Matcher value = VALUE.matcher(http().get("/actuator/metrics/" + name).body());
        return value.find() ? Double.parseDouble(value.group(1)) : 0;
    }

    /** Seconds of processor time so far. */
    double cpu() throws IOException {
        return cpu(proc("stat"));
    }

    /** Seconds of processor time so far, by name of thread. */
    Map<String, Double> cpuByThread() throws IOException {
        Map<String, Double> threads = new TreeMap<>();
        try (Stream<Path> all = Files.list(proc("task"))) {
            for (Path task : all.toList()) {
                try {
                    String name = Files.readString(task.resolve("comm")).strip();
                    threads.merge(name.replaceAll("[0-9]+", "N"), cpu(task.resolve("stat")), Double::sum);
                } catch (NoSuchFileException ended) {
                    // Between the list and the look.
                }
            }
        }
        return threads;
    }

    /** A size of {@code /proc/PID/status}, such as {@code VmRSS}, in MiB. */
    long mebibytes(String field) throws IOException {
        return Files.readAllLines(proc("status")).stream()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10)
                .sum();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", String.valueOf(process.pid()), file);
    }

    private static double cpu(Path stat) throws IOException {
        String line = Files.readString(stat, UTF_8);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1])) / TICKS_PER_SECOND;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
