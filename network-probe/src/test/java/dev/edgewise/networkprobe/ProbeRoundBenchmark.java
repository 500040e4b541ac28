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
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
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
 * {@code ./mvnw test -pl network-probe -am -Dtest=ProbeRoundBenchmark -Dsurefire.failIfNoSpecifiedTests=false}; the nodes are in
 * {@code -Dprobe.nodes}, the rounds in {@code -Dprobe.rounds}.
 */
class ProbeRoundBenchmark {
    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private static final Pattern NODE = Pattern.compile("\"node\":\"([^\"]+)\",\"address\"");
    private static final int ROUND_SECONDS = 10;
    private static final int SITES = 250;

    private final int nodes = Integer.getInteger("probe.nodes", 5_000);
    private final int rounds = Integer.getInteger("probe.rounds", 12);
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
                "--edgewise.network-probe.agents.round=" + ROUND_SECONDS + "s",
                "--edgewise.network-probe.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        redis.properties().forEach(property -> arguments.add("--" + property));
        return SpringApplication.run(NetworkProbeApplication.class, arguments.toArray(String[]::new));
    }

    private void measure(ConfigurableApplicationContext service) throws Exception {
        int port = Integer.parseInt(service.getEnvironment().getRequiredProperty("local.server.port"));
        MeterRegistry meters = service.getBean(MeterRegistry.class);
        double worst = 0;
        double sum = 0;
        double written = 0;
        for (int round = 1; round <= rounds; round++) {
            long begun = System.nanoTime();
            long cpuBefore = processCpu();
            double writtenBefore = written(meters);
            long own = play(port, round);
            long left = TimeUnit.SECONDS.toNanos(ROUND_SECONDS) - (System.nanoTime() - begun);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
            double cpu = (processCpu() - cpuBefore - own) / 1e9;
            written = written(meters) - writtenBefore;
            System.err.printf(
                    Locale.ROOT,
                    "round %d: cpu %.2f s, pairs %.0f, written %.0f, heap %d MiB%n",
                    round,
                    cpu,
                    meters.get("edgewise.rtt.measured.pairs").gauges().stream()
                            .mapToDouble(Gauge::value)
                            .sum(),
                    written,
                    heap());
            if (round > rounds / 2) {
                worst = Math.max(worst, cpu);
                sum += cpu;
            }
        }
        System.gc();
        System.out.printf(
                Locale.ROOT,
                "{\"name\":\"probe-round\",\"figures\":{\"nodes\":%d,\"cpuSeconds\":%.2f,\"worstCpuSeconds\":%.2f,"
                        + "\"heapMiB\":%d,\"pairsWritten\":%.0f}}%n",
                nodes,
                sum / (rounds - rounds / 2),
                worst,
                heap(),
                written);
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

    private static double written(MeterRegistry meters) {
        return meters.get("edgewise.rtt.pairs.written").counter().count();
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
