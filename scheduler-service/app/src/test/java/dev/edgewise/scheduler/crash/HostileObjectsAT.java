package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.crash.HostileObjects.Hostile;
import dev.edgewise.testkit.ControlPlane;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * While objects at the API server's limits are created, changed and deleted, ordinary pods are bound as if they were not
 * there, a leader that dies is replaced and a new replica starts. {@code -Dedgewise.hostile.objects=10000} is the full size.
 */
class HostileObjectsAT {
    private static final int OBJECTS = Integer.getInteger("edgewise.hostile.objects", 120);
    private static final int RESERVATIONS = Integer.getInteger("edgewise.hostile.reservations", 1_000);
    private static final int CROWDED = 50;
    private static final int AT_A_TIME = 60;
    private static final Duration LATER_AT_MOST = Duration.ofSeconds(2);
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(30);
    private static final List<String> IMAGE_HEAP = List.of("-Xmx307m", "-XX:+ExitOnOutOfMemoryError");
    private static final Duration PACE = Duration.ofMillis(500);

    private final Map<String, Long> createdAt = new ConcurrentHashMap<>();
    private final List<Replica> replicas = new ArrayList<>();
    private ControlPlane plane;
    private CrashSite site;
    private BindingHistory history;
    private RealApi hostile;
    private String crowd;
    private int ordinary;

    @BeforeEach
    void start() {
        plane = OwnControlPlane.up();
        site = CrashSite.on(plane.kubeconfig());
        site.nodes(64);
        hostile = new RealApi(plane.kubeconfig());
        crowd = site.site().name("crowd");
        hostile.create("/api/v1/namespaces", json("{\"metadata\":{\"name\":\"" + crowd + "\"}}"));
        await().atMost(CrashSite.PATIENCE)
                .until(() -> hostile.exists("/api/v1/namespaces/" + crowd + "/serviceaccounts/default"));
        hostile.defineReservations();
        priority(HostilePods.HIGHEST, 1_000_000_000);
        priority(HostilePods.LOWEST, Integer.MIN_VALUE);
        history = site.history();
        startReplica();
        startReplica();
        await().atMost(CrashSite.PATIENCE).until(() -> leader() != null);
    }

    @AfterEach
    void stop() {
        replicas.forEach(Replica::kill);
        if (hostile != null) {
            history.close();
            hostile.close();
            site.api().close();
            site.redis().afterAll(null);
        }
        if (plane != null) {
            plane.close();
        }
    }

    @Test
    void ordinaryPodsAreBoundInTime() throws InterruptedException {
        // The first make the machine warm.
        place(10);
        Duration mean = mean(place(20));

        List<String> beside = whileTheyCome(0, OBJECTS / 2);
        Duration pause = replaceTheLeader(OBJECTS / 2, OBJECTS / 2 + AT_A_TIME);
        beside.addAll(whileTheyCome(OBJECTS / 2 + AT_A_TIME, OBJECTS));

        Duration worst =
                beside.stream().map(this::waited).max(Duration::compareTo).orElseThrow();
        System.out.println(OBJECTS + " hostile objects: " + beside.size() + " ordinary pods bound within "
                + worst.toMillis() + " ms, without them in " + mean.toMillis()
                + " ms on average; leader killed, next bound after "
                + pause.toMillis() / 1e3 + " s");
        assertThat(worst).isLessThanOrEqualTo(mean.plus(LATER_AT_MOST));
        assertThat(pause).isLessThanOrEqualTo(BEGINS_WITHIN);
        replicas.forEach(HostileObjectsAT::tellsTheTruth);
    }

    /**
     * Pods on one node name 1,000 resources and 200 ports each and change their labels 50 times a second, and Reservations wait: ordinary pods are bound,
     * and one that must preempt evicts, as if they were not there. {@code -Dedgewise.hostile.reservations=20000} is the full size.
     */
    @Test
    void labelsOfCrowdedNodesAndWaitingReservationsCostOthersNothing() throws InterruptedException {
        place(10);
        Duration mean = mean(place(20));
        Duration preemption = preempt("before");

        List<String> crowded = crowdTheNode();
        crowdReservations();
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Integer> changes = CompletableFuture.supplyAsync(() -> changeLabels(crowded, isOver));
        List<String> beside = place(20);
        Duration preemptionBeside = preempt("beside");
        isOver.set(true);
        int changed = changes.join();

        Duration worst =
                beside.stream().map(this::waited).max(Duration::compareTo).orElseThrow();
        System.out.println(changed + " label changes of " + CROWDED + " pods and " + RESERVATIONS
                + " waiting reservations: ordinary pods bound within " + worst.toMillis() + " ms, without them in "
                + mean.toMillis() + " ms on average; preemption in " + preemptionBeside.toMillis()
                + " ms, without them in "
                + preemption.toMillis() + " ms");
        assertThat(changed).isPositive();
        assertThat(worst).isLessThanOrEqualTo(mean.plus(LATER_AT_MOST));
        assertThat(preemptionBeside).isLessThanOrEqualTo(preemption.plus(LATER_AT_MOST));
        replicas.forEach(HostileObjectsAT::tellsTheTruth);
    }

    /** Returns the paths of pods that are on the node that preemption looks at, too. */
    private List<String> crowdTheNode() {
        String node = site.site().name(EdgeSites.node(0, 0));
        HostilePods pods = new HostilePods(0);
        String collection = "/api/v1/namespaces/" + crowd + "/pods";
        return IntStream.range(0, CROWDED)
                .mapToObj(i -> {
                    ObjectNode pod = new ObjectMapper().createObjectNode();
                    pod.put("apiVersion", "v1").put("kind", "Pod");
                    pod.putObject("metadata").put("name", "crowd-" + i);
                    pod.set("spec", new ObjectMapper().valueToTree(pods.on(node, i)));
                    hostile.create(collection, pod);
                    return collection + "/crowd-" + i;
                })
                .toList();
    }

    /** Reservations that fit on no node: each asks for more than any has. */
    private void crowdReservations() {
        String collection = "/apis/edgewise.dev/v1alpha1/namespaces/" + crowd + "/reservations";
        String node = site.site().name(EdgeSites.node(0, 0));
        List<String> names =
                IntStream.range(0, RESERVATIONS).mapToObj(i -> "waits-" + i).toList();
        hostile.each(
                names,
                name -> hostile.create(
                        collection,
                        json(
                                "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"Reservation\",\"metadata\":{\"name\":\""
                                        + name
                                        + "\"},\"spec\":{\"node\":\"" + node + "\",\"resources\":{\"cpu\":\"9999\"},"
                                        + "\"for\":{\"selector\":{\"matchLabels\":{\"app\":\"none\"}}},\"ttlSeconds\":3600,\"reason\":\"hostile\"}}")));
    }

    /** Changes labels 50 times a second until it is over; returns how often. */
    private int changeLabels(List<String> paths, AtomicBoolean isOver) {
        int changes = 0;
        long next = System.nanoTime();
        while (!isOver.get()) {
            hostile.merge(
                    paths.get(changes % paths.size()),
                    json("{\"metadata\":{\"labels\":{\"turn\":\"" + changes + "\"}}}"));
            changes++;
            next += TimeUnit.SECONDS.toNanos(1) / 50;
            LockSupport.parkNanos(next - System.nanoTime());
        }
        return changes;
    }

    /** Returns how long it takes until a victim is deleted for a pod of a higher priority: each node of its site is full of a lower one. */
    private Duration preempt(String round) {
        List<String> lows =
                IntStream.range(0, 5).mapToObj(i -> "low-" + round + '-' + i).toList();
        lows.forEach(low -> site.site().create(large(low, HostilePods.LOWEST)));
        await().atMost(CrashSite.PATIENCE).until(() -> lows.stream().allMatch(low -> boundAt(low) > 0));
        String high = "high-" + round;
        long created = System.nanoTime();
        site.site().create(large(high, HostilePods.HIGHEST));
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> lows.stream()
                .anyMatch(low -> site.site().pod(low).getMetadata().getDeletionTimestamp() != null));
        Duration took = Duration.ofNanos(System.nanoTime() - created);
        site.remove(high);
        lows.forEach(site::remove);
        return took;
    }

    /** A pod that leaves no room for another one like it on a node of the first site. */
    private PodBuilder large(String name, String priority) {
        return site.sites()
                .pod(name, 0)
                .editSpec()
                .withPriorityClassName(priority)
                .editFirstContainer()
                .editResources()
                .addToRequests("cpu", new Quantity("60"))
                .endResources()
                .endContainer()
                .endSpec();
    }

    private void priority(String name, int value) {
        hostile.create(
                "/apis/scheduling.k8s.io/v1/priorityclasses",
                json("{\"metadata\":{\"name\":\"" + name + "\"},\"value\":" + value + "}"));
    }

    private List<String> whileTheyCome(int from, int to) throws InterruptedException {
        CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> churn(from, to));
        List<String> placed = new ArrayList<>();
        while (!churn.isDone()) {
            placed.addAll(place(1));
        }
        churn.join();
        return placed;
    }

    private Duration replaceTheLeader(int from, int to) {
        CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> churn(from, to));
        Replica leader = leader();
        long killed = System.nanoTime();
        leader.kill();
        replicas.remove(leader);
        String pod = create();
        await().atMost(CrashSite.PATIENCE).until(() -> boundAt(pod) > 0);
        startReplica();
        churn.join();
        return Duration.ofNanos(boundAt(pod) - killed);
    }

    /** A crowd at a time is created, then changed, then deleted. */
    private void churn(int from, int to) {
        HostileObjects objects = new HostileObjects(crowd);
        for (int first = from; first < to; first += AT_A_TIME) {
            List<Hostile> all = IntStream.range(first, Math.min(to, first + AT_A_TIME))
                    .mapToObj(objects::get)
                    .toList();
            // One after the other: the scheduler is tried here, not how much the API server bears.
            all.forEach(each -> hostile.create(each.collection(), each.json()));
            all.forEach(each -> hostile.merge(each.path(), json(HostileObjects.change())));
            all.forEach(each -> hostile.remove(each.path()));
        }
    }

    private List<String> place(int count) throws InterruptedException {
        List<String> placed = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String pod = create();
            placed.add(pod);
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> boundAt(pod) > 0);
            // Or the nodes would be full after two thousand of them.
            site.remove(pod);
            TimeUnit.MILLISECONDS.sleep(Math.max(0, PACE.minus(waited(pod)).toMillis()));
        }
        return placed;
    }

    private String create() {
        String pod = "ordinary-" + ordinary;
        site.create(pod, ordinary++ % EdgeSites.SITES);
        // The scheduler cannot help how long its creation took.
        createdAt.put(pod, System.nanoTime());
        return pod;
    }

    private Duration waited(String pod) {
        return Duration.ofNanos(boundAt(pod) - createdAt.get(pod));
    }

    private Duration mean(List<String> pods) {
        return Duration.ofNanos((long)
                pods.stream().mapToLong(pod -> waited(pod).toNanos()).average().orElseThrow());
    }

    /** When the binding was heard of; 0 if it was not yet. */
    private long boundAt(String pod) {
        return history.bindings().values().stream()
                .filter(binding -> binding.pod().equals(pod))
                .mapToLong(BindingHistory.Binding::nanos)
                .findFirst()
                .orElse(0);
    }

    private Replica leader() {
        return replicas.stream().filter(Replica::leads).findFirst().orElse(null);
    }

    private void startReplica() {
        replicas.add(site.start(plane.kubeconfig(), IMAGE_HEAP).awaitReady());
    }

    private static void tellsTheTruth(Replica replica) {
        assertThat(replica.isAlive()).isTrue();
        assertThat(replica.status("/actuator/health/liveness")).isEqualTo(200);
        assertThat(replica.status("/actuator/health/readiness")).isEqualTo(200);
        assertThat(replica.log()).doesNotContain("OutOfMemory", " ERROR ").hasSizeLessThan(3_000_000);
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
