package dev.edgewise.networkprobe.benchmark;

import dev.edgewise.common.testing.EmbeddedRedis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What one round costs the coordinator: the service as deployed, with a Redis, an API server and as many agents as asked for, who
 * report through HTTP. The first ten minutes, when all is measured and estimated for the first time, and what follows.
 * {@code ./mvnw package -pl network-probe -am -DskipUnit; ./mvnw test -pl network-probe -am -Dtest=ProbeRoundBenchmark
 * -Dsurefire.failIfNoSpecifiedTests=false}; the nodes are in {@code -Dprobe.nodes}, the rounds in {@code -Dprobe.rounds};
 * {@code -Dprobe.speed} times as fast as they really are, so that the windows of ten minutes fit in two; see also
 * {@link ServiceProcess}.
 */
class ProbeRoundBenchmark {
    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    /** Of a round in the service; the benchmark lets time pass faster, with all that hangs on it. */
    private static final int ROUND_MILLIS = 10_000;

    private static final int FIRST_ROUNDS = 60;
    private static final int SITES = 250;

    private final int rounds = Integer.getInteger("probe.rounds", 100);
    private final int speed = Integer.getInteger("probe.speed", 5);

    /** What all rounds so far took: seconds of processor time, pairs and rows written. */
    private record Totals(double cpu, double pairs, double rows) {
        static Totals of(ServiceProcess service) throws Exception {
            return new Totals(
                    service.cpu(),
                    service.meter("edgewise.signal.values.written"),
                    service.meter("edgewise.signal.writes?tag=result:ok"));
        }
    }

    @Test
    void oneRound() throws Exception {
        try (BigCluster cluster = new BigCluster(Integer.getInteger("probe.nodes", 5_000), SITES);
                ServiceProcess service = ServiceProcess.start(properties(cluster));
                PlayedAgents agents = new PlayedAgents(cluster, service.port())) {
            service.awaitLog("Nodes are known");
            measure(service, agents);
        }
    }

    private List<String> properties(BigCluster cluster) throws IOException {
        List<String> properties = new ArrayList<>(List.of(
                "edgewise.network-probe.sources=agents",
                "edgewise.security.auth=none",
                "edgewise.network-probe.agents.round=" + ROUND_MILLIS / speed + "ms",
                "edgewise.network-probe.agents.reports-per-second=" + 200 * speed,
                "edgewise.network-probe.agents.half-life=" + 300 / speed + "s",
                "edgewise.network-probe.peers.window=" + 600 / speed + "s",
                "edgewise.network-probe.estimates.every=" + 600 / speed + "s",
                "edgewise.network-probe.publish.valid-for=" + 600 / speed + "s",
                "edgewise.network-probe.publish.keep=" + 1800 / speed + "s",
                "edgewise.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        properties.addAll(redis.properties());
        return properties;
    }

    private void measure(ServiceProcess service, PlayedAgents agents) throws Exception {
        List<Totals> totals = new ArrayList<>(List.of(Totals.of(service)));
        Map<String, Double> threads = service.cpuByThread();
        for (int round = 1; round <= rounds; round++) {
            long begun = System.nanoTime();
            agents.play(round);
            long left = TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS / speed) - (System.nanoTime() - begun);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
            Totals now = Totals.of(service);
            Totals before = totals.get(round - 1);
            totals.add(now);
            System.err.printf(
                    Locale.ROOT,
                    "round %d: cpu %.2f s, played in %.1f s, written %.0f, in rows %.0f, resident %d MiB%n",
                    round,
                    now.cpu - before.cpu,
                    ROUND_MILLIS / speed / 1e3 - left / 1e9,
                    now.pairs - before.pairs,
                    now.rows - before.rows,
                    service.mebibytes("VmRSS"));
            if (round == Math.min(FIRST_ROUNDS, rounds)) {
                showThreads(threads, service.cpuByThread(), round);
                threads = service.cpuByThread();
            }
        }
        showThreads(threads, service.cpuByThread(), Math.max(1, rounds - FIRST_ROUNDS));
        int first = Math.min(FIRST_ROUNDS, rounds);
        System.out.printf(
                Locale.ROOT,
                "{\"name\":\"probe-round\",\"figures\":{\"pairs\":%.0f,%s,%s,\"residentMiB\":%d,\"anonymousMiB\":%d}}%n",
                service.meter("edgewise.rtt.measured.pairs"),
                figures("first", totals.subList(0, first + 1)),
                figures("steady", totals.subList(first, totals.size())),
                service.mebibytes("VmHWM"),
                service.mebibytes("RssAnon"));
    }

    private static String figures(String name, List<Totals> totals) {
        Totals from = totals.get(0);
        Totals to = totals.get(totals.size() - 1);
        int count = Math.max(1, totals.size() - 1);
        double worst = 0;
        for (int round = 1; round < totals.size(); round++) {
            worst = Math.max(worst, totals.get(round).cpu - totals.get(round - 1).cpu);
        }
        return String.format(
                Locale.ROOT,
                "\"%1$sCpuSeconds\":%2$.2f,\"%1$sWorstCpuSeconds\":%3$.2f,\"%1$sPairsWritten\":%4$.0f,\"%1$sRowsWritten\":%5$.0f",
                name,
                (to.cpu - from.cpu) / count,
                worst,
                (to.pairs - from.pairs) / count,
                (to.rows - from.rows) / count);
    }

    private static void showThreads(Map<String, Double> from, Map<String, Double> to, int rounds) {
        Map<String, Double> each = new TreeMap<>();
        to.forEach((name, cpu) -> {
            double seconds = (cpu - from.getOrDefault(name, 0.0)) / rounds;
            if (seconds >= 0.005) {
                each.put(name, Math.round(seconds * 1e3) / 1e3);
            }
        });
        System.err.println("seconds of processor time a round, by thread: " + each);
    }
}
