package dev.edgewise.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.testkit.ExtractedJar;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Pods fail, and again and again the replica that learns from them is killed, so that another continues: each failure
 * counts once. As often as {@code -Dedgewise.rewards.kills} says, 50 for the full size: {@code ./mvnw verify
 * -Pacceptance -DskipUnit -DskipIntegration -pl reward-monitor -am -Dit.test=KilledMonitorAT
 * -Dfailsafe.failIfNoSpecifiedTests=false -Dedgewise.rewards.kills=50}; other moments with {@code
 * -Dedgewise.rewards.seed}.
 */
class KilledMonitorAT extends ClusterIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = EmbeddedRedis.forService("reward-monitor");

    private static final int KILLS = Integer.getInteger("edgewise.rewards.kills", 3);
    private static final long SEED = Long.getLong("edgewise.rewards.seed", 13);
    private static final int FAILURES_IN_A_ROUND = 20;
    private static final int LATEST_MILLIS = 1_500;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern FAILURES = Pattern.compile("\"failures\":(\\d+),");

    private final Random random = new Random(SEED);
    private final Deque<Monitor> monitors = new ArrayDeque<>();
    private TestPods pods;
    private int started;
    private int failed;

    /** reward-monitor as its user runs it. */
    private record Monitor(ServiceProcess process, URI address) {
        String get(String path) {
            try {
                return process.get(address.resolve(path))
                        .map(HttpResponse::body)
                        .orElse("");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        boolean learns() {
            return get("/actuator/health").contains("\"learns\":true");
        }
    }

    @BeforeEach
    void start() throws IOException {
        pods = new TestPods(client);
        pods.nodes("bad", "good-1", "good-2");
        pods.run("cart-1", "cart", "good-1", Duration.ofHours(1));
        pods.run("cart-2", "cart", "good-2", Duration.ofHours(1));
        add();
        add();
    }

    @AfterEach
    void stop() {
        monitors.forEach(monitor -> monitor.process().kill());
    }

    private void add() throws IOException {
        Path directory = Files.createDirectories(Path.of("target", "crash"));
        Path log = directory.resolve("monitor-" + ++started + ".log");
        Files.deleteIfExists(log);
        int port = FreePorts.find();
        List<String> command = new ArrayList<>(List.of(
                ServiceProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                ExtractedJar.of(Path.of("target", "reward-monitor.jar")).toString(),
                "--server.port=" + port,
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.kubeconfig=" + kubernetes.writeKubeconfig(directory.resolve("kubeconfig")),
                "--edgewise.leader-election.lease-duration=4s",
                "--edgewise.leader-election.renew-deadline=3s",
                "--edgewise.leader-election.retry-period=500ms"));
        REDIS.properties().forEach(property -> command.add("--" + property));
        monitors.add(new Monitor(
                ServiceProcess.start("reward-monitor", command, Map.of(), log),
                URI.create("http://127.0.0.1:" + port)));
    }

    @Test
    void eachFailureCountsOnceWheneverTheLeaderIsKilled() throws IOException {
        awaitCounted();
        for (int round = 1; round <= KILLS; round++) {
            Monitor leader = leader();
            int first = random.nextInt(FAILURES_IN_A_ROUND);
            fail(first);
            Duration later = Duration.ofMillis(random.nextInt(LATEST_MILLIS));
            await().pollDelay(later).until(() -> true);
            int counted = failures(leader);
            leader.process().kill();
            monitors.remove(leader);
            fail(FAILURES_IN_A_ROUND - first);
            add();

            awaitCounted();
            System.out.printf(
                    "round %d of %d: killed %d ms after %d failures, %d of which were counted; %d in all are%n",
                    round, KILLS, later.toMillis(), failed - FAILURES_IN_A_ROUND + first, counted, failed);
        }
        // The outcomes that the last replica counts again when none was killed in between.
        Monitor leader = leader();
        leader.process().kill();
        monitors.remove(leader);
        awaitCounted();
    }

    /** The number of pods on the node. */
    private void fail(int count) {
        for (int i = 0; i < count; i++) {
            String name = "cart-of-bad-" + failed++;
            pods.create(name, "cart", "bad");
            pods.crash(name, 1, Instant.now().truncatedTo(ChronoUnit.SECONDS));
        }
    }

    private Monitor leader() {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> monitors.stream().filter(Monitor::learns).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private void awaitCounted() {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> assertThat(failures(leader()))
                .isEqualTo(failed));
    }

    private static int failures(Monitor monitor) {
        Matcher failures = FAILURES.matcher(monitor.get("/api/v1/rewards/shop.cart/bad"));
        return failures.find() ? Integer.parseInt(failures.group(1)) : 0;
    }
}
