package dev.edgewise.networkprobe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.edgewise.networkprobe.relay.DelayRelay;
import dev.edgewise.networkprobe.relay.Path;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Eight agents, each a process in a network namespace of its own, that reach each other over relays of known delay and
 * loss: what they report is what is there.
 */
class NetworkNamespacesAT {
    private static final int NODES = 8;
    private static final int ROUNDS = 30;
    /**
     * Loss is taken of more rounds: two echoes of a pattern that begins or ends within them are 0.7 % of 300, and 1.3 %
     * of 150.
     */
    private static final int ROUNDS_OF_LOSS = 2 * ROUNDS;

    private static final int ECHOES = 5;
    private static final Duration QUIET_WITHIN = Duration.ofMinutes(4);
    private static final double[] ROUND_TRIP_MILLIS = {0.5, 1, 2, 5, 10, 25, 60, 150};
    private static final double[] LOSS = {0, 0, 0.05, 0.2};

    private static final List<Process> agents = new ArrayList<>();
    private static Namespaces namespaces;
    private static FakeCoordinator coordinator;
    private static DelayRelay relay;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        try {
            namespaces = Namespaces.create(NODES);
        } catch (IOException e) {
            abort("skipped: network namespaces need Linux, root and iproute2: " + e.getMessage());
        }
        InetAddress outside = InetAddress.getByName(namespaces.outside());
        coordinator = new FakeCoordinator(new InetSocketAddress(outside, 0));
        relay = DelayRelay.start(outside);
        for (int from = 0; from < NODES; from++) {
            coordinator.peers.put(name(from), peers(from));
        }
        for (int node = 0; node < NODES; node++) {
            agents.add(agent(node));
        }
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        agents.forEach(Process::destroyForcibly);
        for (Process agent : agents) {
            agent.waitFor();
        }
        if (relay != null) {
            relay.close();
            coordinator.close();
        }
        if (namespaces != null) {
            namespaces.delete();
        }
    }

    private static String name(int node) {
        return "node-" + node;
    }

    /** Delay that differs each way, so that a mixed up direction shows. */
    private static double roundTripMillis(int from, int to) {
        return ROUND_TRIP_MILLIS[(from * 3 + to * 5) % ROUND_TRIP_MILLIS.length];
    }

    private static double loss(int from, int to) {
        return LOSS[(from + to * 3) % LOSS.length];
    }

    private static String peers(int from) throws IOException {
        List<String> peers = new ArrayList<>();
        for (int to = 0; to < NODES; to++) {
            if (to != from) {
                Duration oneWay = Duration.ofNanos(Math.round(roundTripMillis(from, to) * 1e6 / 2));
                InetSocketAddress target = new InetSocketAddress(namespaces.address(to), 6970);
                int port = relay.add(0, new Path(target, oneWay, loss(from, to), from * NODES + to))
                        .getPort();
                peers.add("{\"node\":\"" + name(to) + "\",\"address\":\"" + namespaces.outside() + "\",\"port\":" + port
                        + "}");
            }
        }
        return "{\"roundMillis\":1000,\"echoes\":" + ECHOES + ",\"peers\":[" + String.join(",", peers) + "]}";
    }

    private static Process agent(int node) throws IOException {
        List<String> command = new ArrayList<>(namespaces.on(node));
        String java = System.getProperty("java.home") + "/bin/java";
        command.addAll(List.of(java, "-XX:+UseSerialGC", "-Xmx16m", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AgentMain.class.getName()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.INHERIT);
        builder.environment()
                .putAll(Map.of(
                        "EDGEWISE_NODE_NAME", name(node),
                        "EDGEWISE_COORDINATOR_URL", coordinator.url().toString()));
        return builder.start();
    }

    private static List<FakeCoordinator.Reported> reports(int node) {
        return coordinator.reports.stream()
                .filter(report -> report.node().equals(name(node)))
                .toList();
    }

    @Test
    void theyReportTheDelaysAndLossesThatAreThereAndWhoIsDead() {
        await().atMost(Duration.ofMinutes(6)).until(() -> IntStream.range(0, NODES)
                .allMatch(node -> reports(node).size() >= ROUNDS));
        // Other work on this machine delays echoes as well: that is not theirs, and there is a time without it.
        try {
            await().atMost(QUIET_WITHIN).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> checkAll());
        } catch (ConditionTimeoutException neverQuiet) {
            if (!isOverloaded()) {
                throw neverQuiet;
            }
            aDeadNodeShows();
            abort("skipped: this machine is too busy to measure delays on it: " + neverQuiet.getMessage());
        }
        aDeadNodeShows();
    }

    private static boolean isOverloaded() {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        return machine.getSystemLoadAverage() > 2 * machine.getAvailableProcessors();
    }

    private static void checkAll() {
        SoftAssertions softly = new SoftAssertions();
        double worst = 0;
        for (int from = 0; from < NODES; from++) {
            for (int to = 0; to < NODES; to++) {
                if (to != from) {
                    worst = Math.max(worst, check(from, to, softly));
                }
            }
        }
        System.out.printf(
                "worst difference of a median to its path: %.3f ms; the relay's own: %.3f ms%n",
                worst, relay.own().toNanos() / 1e6);
        softly.assertAll();
    }

    /** The median and the loss of the last rounds. */
    private static double check(int from, int to, SoftAssertions softly) {
        List<JsonNode> results =
                reports(from).stream().map(report -> report.about(name(to))).toList();
        List<Integer> micros = micros(last(ROUNDS, results));
        double median = micros.get(micros.size() / 2) / 1000.0;
        List<JsonNode> counted = last(ROUNDS_OF_LOSS, results);
        int untimed = sum(counted, "untimed");
        int known = sum(counted, "sent") - sum(counted, "discarded") + untimed;
        double lost = 1 - (double) (micros(counted).size() + untimed) / known;
        String pair = name(from) + " to " + name(to);
        softly.assertThat(median).as("median of " + pair).isCloseTo(roundTripMillis(from, to), within(0.3));
        softly.assertThat(lost).as("loss of " + pair).isCloseTo(loss(from, to), within(0.02));
        return Math.abs(median - roundTripMillis(from, to));
    }

    private static List<JsonNode> last(int rounds, List<JsonNode> results) {
        return results.subList(Math.max(0, results.size() - rounds), results.size());
    }

    private static List<Integer> micros(List<JsonNode> results) {
        return results.stream()
                .flatMap(result -> result.path("rttMicros").valueStream().map(JsonNode::asInt))
                .sorted()
                .toList();
    }

    private static int sum(List<JsonNode> results, String field) {
        return results.stream().mapToInt(result -> result.path(field).asInt()).sum();
    }

    private static void aDeadNodeShows() {
        int dead = NODES - 1;
        agents.get(dead).destroyForcibly().onExit().join();
        for (int from = 0; from < dead; from++) {
            int node = from;
            int before = reports(node).size();
            // A report of a round that began before its death may arrive late on a busy machine.
            await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
                List<FakeCoordinator.Reported> reports = reports(node);
                assertThat(reports).as("reports of " + name(node)).hasSizeGreaterThan(before);
                JsonNode last = reports.get(reports.size() - 1).about(name(dead));
                assertThat(last.path("rttMicros"))
                        .as("answers to " + name(node))
                        .isEmpty();
                assertThat(last.path("sent").asInt())
                        .as("echoes of " + name(node))
                        .isPositive();
            });
        }
    }
}
