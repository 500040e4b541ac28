package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.testkit.FreePorts;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Many requests over three workers, processes of which one is killed again and again, in three real API servers: {@code
 * edge} is full, {@code near} is half full, {@code cloud} has the requests as well, and {@code dead} is not there.
 * {@code -Dedgewise.global.requests=1000 -Dedgewise.global.kill-every=10 -Dedgewise.global.kills=1000} are the figures
 * of the target, in requests, seconds and kills at most.
 */
class GlobalLoadAT {
    private static final int REQUESTS = Integer.getInteger("edgewise.global.requests", 36);
    private static final Duration KILL_EVERY = Duration.ofSeconds(Integer.getInteger("edgewise.global.kill-every", 3));
    private static final int WORKERS = 3;
    private static final int LEAST_KILLS = 3;
    private static final int MOST_KILLS = Integer.getInteger("edgewise.global.kills", LEAST_KILLS);
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    /** The clusters of each third of the requests, and the right one. */
    private static final List<List<String>> EXAMPLES = List.of(
            List.of("[[edge], [dead], [cloud]]", "cloud"),
            List.of("[[edge, near, cloud, dead]]", "cloud"),
            List.of("[[edge], [near, dead], [cloud]]", "near"));

    private final Random random = new Random(43);
    private final List<RealMember> members = new ArrayList<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private TestManagement management;
    private long killedAt;
    private int kills;

    @BeforeEach
    void start() throws Exception {
        Map<String, RealMember> started = RealMember.start(Map.of("edge", "5m", "near", "64", "cloud", "1000"));
        members.addAll(started.values());
        members.forEach(member -> member.startsAfter(Duration.ofMillis(1_500)));
        RealMember edge = started.get("edge");
        RealMember near = started.get("near").use("32");
        RealMember cloud = started.get("cloud");
        management = new TestManagement(cloud.adminKubeconfig());
        for (RealMember member : members) {
            management.member(member.name(), member.kubeconfig(member.port()), Map.of());
        }
        management.member("dead", near.kubeconfig(FreePorts.find()), Map.of());
        assertThat(edge.work()).isEmpty();
        for (int i = 0; i < WORKERS; i++) {
            startWorker();
        }
        for (WorkerProcess worker : workers) {
            worker.awaitReady();
        }
    }

    /**
     * Few are in flight at a time, so that the others wait in the queues. Bids are waited for: on a busy machine, the
     * best cluster's might be late.
     */
    private void startWorker() throws IOException {
        workers.add(WorkerProcess.start(
                management.kubeconfig(),
                "edgewise.global.queue.maximum-in-flight=2",
                "edgewise.global.bids-within=30s",
                "edgewise.global.members.timeout=30s",
                "edgewise.global.attempts.observe-every=500ms"));
    }

    @AfterEach
    void stop() {
        workers.forEach(WorkerProcess::kill);
        if (management != null) {
            management.close();
        }
        members.forEach(RealMember::close);
    }

    @Test
    void eachRequestIsDoneOnceHoweverOftenAWorkerIsKilled() throws Exception {
        long begin = System.nanoTime();
        IntStream.range(0, REQUESTS).parallel().forEach(this::submit);
        killedAt = System.nanoTime();
        await().atMost(PATIENCE.plusSeconds(4L * REQUESTS))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    killWhenDue();
                    return management.isOver();
                });
        double seconds = (System.nanoTime() - begin) / 1e9;
        double fast = medianWait("Fast");
        double base = medianWait("Base");
        System.out.printf(
                "%d requests in %.0f s, a worker killed %d times: wait of Fast p50 %.1f s, of Base %.1f s%n",
                REQUESTS, seconds, kills, fast, base);
        for (WorkerProcess worker : workers) {
            worker.awaitReady();
        }

        assertThat(kills).isGreaterThanOrEqualTo(LEAST_KILLS);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(PlacedWork.problems(management, members))
                .isEmpty());
        for (GenericKubernetesResource request : management.all()) {
            String name = request.getMetadata().getName();
            assertThat((String) request.get("status", "cluster"))
                    .as(name)
                    .isEqualTo(example(number(name)).get(1));
            assertThat(members.stream()
                            .flatMap(member -> member.pods(request.getMetadata().getUid()).stream()))
                    .as("pods that were ever created of " + name)
                    .hasSize(1);
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(workers.get(0).get("/api/v1/leftovers"))
                .contains("\"objects\":[]"));
        assertThat(fast * 2).isLessThanOrEqualTo(base);
    }

    private void submit(int number) {
        // Three of ten are Fast.
        management.request(
                "r-" + number,
                "10m",
                "clusters: " + example(number).get(0) + "\npriority: " + (number % 10 < 3 ? "Fast" : "Base")
                        + "\nreadyWithinSeconds: 120");
    }

    private static List<String> example(int number) {
        return EXAMPLES.get(number % EXAMPLES.size());
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring("r-".length()));
    }

    /**
     * Kills one of the workers that are ready, and starts another one in its place; another one stays, but for the
     * first kills, where starts are slow.
     */
    private void killWhenDue() throws Exception {
        if (kills >= MOST_KILLS || System.nanoTime() - killedAt < KILL_EVERY.toNanos()) {
            return;
        }
        List<WorkerProcess> ready = new ArrayList<>();
        for (WorkerProcess worker : workers) {
            worker.requireAlive();
            if (worker.isReady()) {
                ready.add(worker);
            }
        }
        if (ready.size() > 1 || kills < LEAST_KILLS && !ready.isEmpty()) {
            WorkerProcess killed = ready.get(random.nextInt(ready.size()));
            killed.kill();
            killedAt = System.nanoTime();
            kills++;
            workers.remove(killed);
            startWorker();
        }
    }

    /** Returns the median time from creation to the first attempt, in seconds. */
    private double medianWait(String priority) {
        double[] waits = management.all().stream()
                .filter(request -> priority.equals(request.get("spec", "priority")))
                .mapToDouble(GlobalLoadAT::wait)
                .sorted()
                .toArray();
        return waits[waits.length / 2];
    }

    private static double wait(GenericKubernetesResource request) {
        Instant created = Instant.parse(request.getMetadata().getCreationTimestamp());
        Instant started = Instant.parse(request.get("status", "startedAt"));
        return Duration.between(created, started).toMillis() / 1e3;
    }
}
