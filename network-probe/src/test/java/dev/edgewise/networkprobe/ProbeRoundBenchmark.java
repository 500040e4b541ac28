package dev.edgewise.networkprobe;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.networkprobe.nodes.Endpoint;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What one round costs the coordinator: the whole service with a Redis and as many agents as asked for, who report through HTTP.
 * The CPU time is that of the process without the threads that play the agents. Not run with the tests:
 * {@code ./mvnw test -pl network-probe -am -Dtest=ProbeRoundBenchmark -Dsurefire.failIfNoSpecifiedTests=false
 * "-Dtest.jvm.arguments=-XX:+UseSerialGC -Xmx288m"}; the nodes are in
 * {@code -Dprobe.nodes}, the rounds in {@code -Dprobe.rounds}; {@code -Dprobe.speed} times as fast as they really are, so that the
 * windows of ten minutes fit in two.
 */
class ProbeRoundBenchmark {
    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private static final Pattern NODE = Pattern.compile("\"node\":\"([^\"]+)\",\"address\"");
    /** Of a round in the service; the benchmark lets time pass faster, with all that hangs on it. */
    private static final int ROUND_MILLIS = 10_000;

    private static final int SITES = 250;

    private final int nodes = Integer.getInteger("probe.nodes", 5_000);
    private final int rounds = Integer.getInteger("probe.rounds", 60);
    private final int speed = Integer.getInteger("probe.speed", 5);
    private final Random random = new Random(20261121);
    private final double[] x = random.doubles(SITES).toArray();
    private final double[] y = random.doubles(SITES).toArray();
    private final List<List<String>> peers = new ArrayList<>();

    @Test
    void oneRound() throws Exception {
        try (Cluster cluster = new Cluster();
                ConfigurableApplicationContext service = start(cluster)) {
            NodeDirectory directory = service.getBean(NodeDirectory.class);
            for (int i = 0; i < nodes; i++) {
                directory.put(
                        new ProbeNode("node-" + i, "zone-" + i % SITES % 20, true, new Endpoint("10.0.0.1", 6970)));
                peers.add(List.of());
            }
            measure(service);
        }
    }

    private ConfigurableApplicationContext start(Cluster cluster) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--edgewise.network-probe.sources=agents",
                "--edgewise.network-probe.agents.auth=none",
                "--edgewise.network-probe.agents.round=" + ROUND_MILLIS / speed + "ms",
                "--edgewise.network-probe.agents.half-life=" + 300 / speed + "s",
                "--edgewise.network-probe.peers.window=" + 600 / speed + "s",
                "--edgewise.network-probe.estimates.every=" + 600 / speed + "s",
                "--edgewise.network-probe.publish.valid-for=" + 600 / speed + "s",
                "--edgewise.network-probe.publish.keep=" + 1800 / speed + "s",
                "--edgewise.network-probe.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        redis.properties().forEach(property -> arguments.add("--" + property));
        return SpringApplication.run(NetworkProbeApplication.class, arguments.toArray(String[]::new));
    }

    private void measure(ConfigurableApplicationContext service) throws Exception {
        int port = Integer.parseInt(service.getEnvironment().getRequiredProperty("local.server.port"));
        MeterRegistry meters = service.getBean(MeterRegistry.class);
        Totals before = Totals.of(meters);
        Totals half = before;
        long playing = 0;
        double worst = 0;
        for (int round = 1; round <= rounds; round++) {
            long begun = System.nanoTime();
            Totals start = Totals.of(meters);
            long own = play(port, round);
            long left = TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS / speed) - (System.nanoTime() - begun);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
            Totals now = Totals.of(meters);
            double cpu = (now.cpu - start.cpu - own) / 1e9;
            System.err.printf(
                    Locale.ROOT,
                    "round %d: cpu %.2f s, pairs %.0f, written %.0f, in rows %.0f, heap %d MiB%n",
                    round,
                    cpu,
                    pairs(meters),
                    now.pairs - start.pairs,
                    now.rows - start.rows,
                    heap());
            if (round == rounds / 2) {
                half = now;
            } else if (round > rounds / 2) {
                worst = Math.max(worst, cpu);
                playing += own;
            }
        }
        report(half, Totals.of(meters), playing, worst, pairs(meters));
    }

    /** What the second half of the rounds took, each. */
    private void report(Totals from, Totals to, long playing, double worst, double pairs) throws IOException {
        int count = rounds - rounds / 2;
        Map<String, Double> threads = new TreeMap<>();
        to.threads.forEach((name, nanos) -> {
            double seconds = (nanos - from.threads.getOrDefault(name, 0L)) / 1e9 / count;
            if (seconds >= 0.005) {
                threads.put(name, seconds);
            }
        });
        System.err.println("processor seconds by thread: " + threads);
        System.out.printf(
                Locale.ROOT,
                "{\"name\":\"probe-round\",\"figures\":{\"nodes\":%d,\"pairs\":%.0f,\"cpuSeconds\":%.2f,"
                        + "\"worstCpuSeconds\":%.2f,\"residentMiB\":%d,\"pairsWritten\":%.0f,\"rowsWritten\":%.0f}}%n",
                nodes,
                pairs,
                (to.cpu - from.cpu - playing) / 1e9 / count,
                worst,
                resident(),
                (to.pairs - from.pairs) / count,
                (to.rows - from.rows) / count);
    }

    private record Totals(long cpu, double pairs, double rows, Map<String, Long> threads) {
        static Totals of(MeterRegistry meters) {
            ThreadMXBean beans = ManagementFactory.getThreadMXBean();
            Map<String, Long> threads = new TreeMap<>();
            for (ThreadInfo thread : beans.getThreadInfo(beans.getAllThreadIds())) {
                if (thread != null) {
                    threads.merge(
                            thread.getThreadName().replaceAll("[0-9]+", "N"),
                            beans.getThreadCpuTime(thread.getThreadId()),
                            Long::sum);
                }
            }
            return new Totals(
                    processCpu(),
                    meters.get("edgewise.rtt.pairs.written").counter().count(),
                    meters.get("edgewise.rtt.writes")
                            .tag("result", "ok")
                            .counter()
                            .count(),
                    threads);
        }
    }

    /** Resident memory of the process, with what this test has in it; -1 where the system does not tell. */
    private static long resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return -1;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10)
                .findFirst()
                .orElse(-1);
    }

    private static double pairs(MeterRegistry meters) {
        return meters.get("edgewise.rtt.measured.pairs").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    /** One round of all agents; returns the CPU time it took to play them. */
    private long play(int port, int round) throws IOException {
        long before = threadCpu();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (int node = 0; node < nodes; node++) {
                String reply = call(in, out, "POST /api/v1/reports/node-" + node, report(node, round));
                if (reply.contains("\"peersChanged\":true")) {
                    peers.set(node, peersOf(call(in, out, "GET /api/v1/peers/node-" + node, "")));
                }
            }
        }
        return threadCpu() - before;
    }

    private static long threadCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    private List<String> peersOf(String answer) {
        List<String> found = new ArrayList<>();
        Matcher matcher = NODE.matcher(answer);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private String report(int node, int round) {
        StringBuilder json = new StringBuilder("{\"session\":\"00000000000000aa\",\"round\":" + round
                + ",\"sentAtMillis\":1,\"stalls\":0,\"results\":[");
        String separator = "";
        for (String peer : peers.get(node)) {
            double base = micros(node % SITES, Integer.parseInt(peer.substring(5)) % SITES);
            json.append(separator)
                    .append("{\"to\":\"")
                    .append(peer)
                    .append("\",\"via\":\"udp\",\"sent\":5,\"rttMicros\":[");
            for (int echo = 0; echo < 5; echo++) {
                json.append(echo == 0 ? "" : ",").append((long) (base * (1 + Math.abs(random.nextGaussian()) * 0.02)));
            }
            json.append("],\"discarded\":0}");
            separator = ",";
        }
        return json.append("]}").toString();
    }

    /** Sites lie in a square with sides of 80 ms; within one it is 0.4 ms. */
    private double micros(int site, int other) {
        return 400 + 80_000 * Math.hypot(x[site] - x[other], y[site] - y[other]);
    }

    private static String call(InputStream in, OutputStream out, String line, String body) throws IOException {
        byte[] bytes = (line + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
        out.write(bytes);
        out.flush();
        String status = line(in);
        if (!status.startsWith("HTTP/1.1 2")) {
            throw new IOException(line + " was answered " + status);
        }
        int length = -1;
        boolean chunked = false;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            chunked |= lower.startsWith("transfer-encoding: chunked");
        }
        if (!chunked) {
            return new String(in.readNBytes(Math.max(0, length)), US_ASCII);
        }
        StringBuilder all = new StringBuilder();
        for (int size = Integer.parseInt(line(in), 16); ; size = Integer.parseInt(line(in), 16)) {
            all.append(new String(in.readNBytes(size), US_ASCII));
            line(in);
            if (size == 0) {
                return all.toString();
            }
        }
    }

    private static String line(InputStream in) {
        try {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
