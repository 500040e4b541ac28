package dev.edgewise.benchmarks.global;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An API server that answers what a member is asked about its capacity: many nodes in pages, and no pods. Each page is
 * made once.
 */
final class SimulatedMember implements AutoCloseable {
    private static final int THREADS = 8;
    private static final Pattern LIMIT = Pattern.compile("limit=([0-9]+)");
    private static final Pattern CONTINUE = Pattern.compile("continue=([0-9]+)");
    private static final String EMPTY = "{\"kind\":\"List\",\"metadata\":{},\"items\":[]}";
    private static final String SYSTEM =
            "{\"kind\":\"Namespace\",\"metadata\":{\"name\":\"kube-system\",\"uid\":\"simulated\"}}";
    private static final String NONE = "{\"kind\":\"Status\",\"code\":404,\"message\":\"not found\"}";
    /** A node as a small kubelet reports it, without the list of its images. */
    private static final String NODE =
            "{\"metadata\":{\"name\":\"node-%1$05d\",\"uid\":\"5b1c9a4e-6f0e-4b0a-9d53-0000000%1$05d\",\"resourceVersion\":\"10%1$05d\","
                    + "\"creationTimestamp\":\"2026-01-01T00:00:00Z\",\"labels\":{\"beta.kubernetes.io/arch\":\"amd64\","
                    + "\"beta.kubernetes.io/os\":\"linux\",\"kubernetes.io/arch\":\"amd64\",\"kubernetes.io/hostname\":\"node-%1$05d\","
                    + "\"kubernetes.io/os\":\"linux\",\"topology.kubernetes.io/region\":\"edge\",\"topology.kubernetes.io/zone\":\"zone-1\"},"
                    + "\"annotations\":{\"node.alpha.kubernetes.io/ttl\":\"0\",\"volumes.kubernetes.io/controller-managed-attach-detach\":\"true\"}},"
                    + "\"spec\":{\"podCIDR\":\"10.0.0.0/24\",\"podCIDRs\":[\"10.0.0.0/24\"],\"providerID\":\"sim://node-%1$05d\"},"
                    + "\"status\":{\"capacity\":{\"cpu\":\"%2$d\",\"ephemeral-storage\":\"101430960Ki\",\"hugepages-2Mi\":\"0\",\"memory\":\"%3$dGi\",\"pods\":\"110\"},"
                    + "\"allocatable\":{\"cpu\":\"%2$d\",\"ephemeral-storage\":\"93478772582\",\"hugepages-2Mi\":\"0\",\"memory\":\"%3$dGi\",\"pods\":\"110\"},"
                    + "\"conditions\":[%4$s],\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.1.1.1\"},{\"type\":\"Hostname\",\"address\":\"node-%1$05d\"}],"
                    + "\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":10250}},\"nodeInfo\":{\"machineID\":\"a\",\"systemUUID\":\"b\",\"bootID\":\"c\","
                    + "\"kernelVersion\":\"6.1.0\",\"osImage\":\"Debian\",\"containerRuntimeVersion\":\"containerd://2.0\",\"kubeletVersion\":\"v1.36.3\","
                    + "\"operatingSystem\":\"linux\",\"architecture\":\"amd64\"}}}";

    private static final String CONDITION =
            "{\"type\":\"%s\",\"status\":\"%s\",\"lastHeartbeatTime\":\"2026-01-01T00:00:00Z\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\","
                    + "\"reason\":\"Kubelet\",\"message\":\"as the kubelet reports\"}";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<String> nodes = new ArrayList<>();
    private final Map<String, byte[]> pages = new ConcurrentHashMap<>();
    private final AtomicLong sent = new AtomicLong();

    SimulatedMember(int nodes, Random random) throws IOException {
        String conditions = Stream.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
                .map(type -> String.format(Locale.ROOT, CONDITION, type, type.equals("Ready") ? "True" : "False"))
                .collect(Collectors.joining(","));
        for (int node = 0; node < nodes; node++) {
            this.nodes.add(String.format(
                    Locale.ROOT, NODE, node, 4 << random.nextInt(4), 16 << random.nextInt(3), conditions));
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private byte[] page(int from, int to) {
        String next = to < nodes.size() ? "\"continue\":\"" + to + "\"" : "";
        return ("{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{" + next + "},\"items\":["
                        + String.join(",", nodes.subList(from, to)) + "]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how often all nodes were listed. */
    double lists() {
        return (double) sent.get() / nodes.size();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        try (exchange) {
            if (path.equals("/api/v1/nodes")) {
                int from = number(CONTINUE, query, 0);
                int to = Math.min(nodes.size(), from + number(LIMIT, query, nodes.size()));
                send(exchange, 200, pages.computeIfAbsent(from + "-" + to, none -> page(from, to)));
                sent.addAndGet(to - from);
            } else if (path.equals("/api/v1/namespaces/kube-system")) {
                send(exchange, 200, SYSTEM.getBytes(StandardCharsets.UTF_8));
            } else if (path.equals("/api/v1/pods") || path.equals("/api/v1/configmaps")) {
                send(exchange, 200, EMPTY.getBytes(StandardCharsets.UTF_8));
            } else {
                send(exchange, 404, NONE.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static int number(Pattern parameter, String query, int otherwise) {
        Matcher value = parameter.matcher(query);
        return value.find() ? Integer.parseInt(value.group(1)) : otherwise;
    }

    private static void send(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
