package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.testkit.ControlPlane;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * While objects at the API server's limits are created, changed and deleted, ordinary pods are bound as if they were
 * not there, a leader that dies is replaced and a new replica starts. {@code -Dedgewise.hostile.objects=10000} is the
 * full size. {@link PodWait} and {@link RepeatedRounds} say what is in time, also on a busy machine.
 */
class HostileObjectsAT {
    private static final int OBJECTS = Integer.getInteger("edgewise.hostile.objects", 120);
    private static final int RESERVATIONS = Integer.getInteger("edgewise.hostile.reservations", 1_000);
    private static final int AT_A_TIME = 60;
    /** The Java machine of another replica starts meanwhile. */
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(90);

    private static final List<Replica> replicas = new ArrayList<>();
    private static ControlPlane plane;
    private static CrashSite site;
    private static OrdinaryPods pods;
    private static HostileCrowd crowd;

    private int preemptions;

    /** Starts the cluster before the first test: a class that is skipped as a whole shows in no report. */
    @BeforeEach
    void start() {
        if (plane == null) {
            plane = OwnControlPlane.up();
            site = CrashSite.on(plane.kubeconfig());
            site.nodes(64);
            crowd = new HostileCrowd(plane.kubeconfig(), site.site().name("crowd"));
            pods = new OrdinaryPods(site);
            startReplica();
            startReplica();
            replicas.forEach(Replica::awaitReady);
            Replica.awaitLeader(replicas);
            // The first make the machine warm.
            pods.place(10);
        }
        Replica.awaitLeader(replicas);
    }

    @AfterAll
    static void stop() {
        replicas.forEach(Replica::kill);
        if (pods != null) {
            pods.close();
            crowd.close();
            site.api().close();
            site.redis().afterAll(null);
        }
        if (plane != null) {
            plane.close();
        }
    }

    @Test
    void ordinaryPodsAreBoundInTime() {
        int middle = OBJECTS / 2 / AT_A_TIME * AT_A_TIME;
        List<PodWait> longest = new ArrayList<>();
        for (int first = 0; first < OBJECTS; first += AT_A_TIME) {
            int from = first;
            int to = Math.min(OBJECTS, first + AT_A_TIME);
            if (from == middle) {
                replaceTheLeader(from, to);
            } else {
                longest.add(RepeatedRounds.inTime(round -> whileTheyCome(from, to, round)));
            }
        }
        System.out.println(OBJECTS + " hostile objects: the slowest of the ordinary pods was "
                + longest.stream()
                        .max(Comparator.comparing(PodWait::later))
                        .map(PodWait::toString)
                        .orElse("none"));
        replicas.forEach(HostileObjectsAT::tellsTheTruth);
    }

    /**
     * Pods on one node name 1,000 resources and 200 ports each and change their labels 50 times a second, and
     * Reservations wait: ordinary pods are bound, and one that must preempt evicts, as if they were not there. {@code
     * -Dedgewise.hostile.reservations=20000} is the full size.
     */
    @Test
    void labelsOfCrowdedNodesAndWaitingReservationsCostOthersNothing() {
        // Preemption looks at this node, too.
        String node = site.site().name(EdgeSites.node(0, 0));
        List<String> crowded = crowd.crowd(node);
        crowd.reserve(node, RESERVATIONS);
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Integer> changes = CompletableFuture.supplyAsync(() -> crowd.changeLabels(crowded, isOver));
        PodWait longest;
        PodWait preemption;
        try {
            longest = RepeatedRounds.inTime(round -> pods.place(20));
            preemption = RepeatedRounds.inTime(round -> List.of(preempt()));
        } finally {
            isOver.set(true);
        }
        int changed = changes.join();
        crowd.clear();

        System.out.println(changed + " label changes of " + crowded.size() + " pods and " + RESERVATIONS
                + " waiting reservations: the slowest of the ordinary pods was " + longest + "; preemption: "
                + preemption);
        assertThat(changed).isPositive();
        replicas.forEach(HostileObjectsAT::tellsTheTruth);
    }

    /** A stop for longer than the limit is seen by these measurements on a busy machine, too. */
    @Test
    void aSchedulerThatStopsIsLate() {
        PodWait stopped = pods.placeBeside(Replica.awaitLeader(replicas));

        assertThat(stopped.isInTime()).as(stopped.toString()).isFalse();
    }

    private static List<PodWait> whileTheyCome(int from, int to, int round) {
        CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> crowd.churn(from, to, round));
        List<PodWait> placed = new ArrayList<>();
        while (!churn.isDone()) {
            placed.add(pods.place());
        }
        churn.join();
        return placed;
    }

    /** The next leader binds a pod in time, however hostile the objects are that it reads first. */
    private static void replaceTheLeader(int from, int to) {
        CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> crowd.churn(from, to, 0));
        Replica leader = Replica.awaitLeader(replicas);
        long killed = System.nanoTime();
        leader.kill();
        replicas.remove(leader);
        Replica another = startReplica();
        String pod = pods.create();
        pods.awaitBound(pod);
        another.awaitReady();
        churn.join();
        Duration pause = Duration.ofNanos(pods.boundAt(pod) - killed);
        System.out.println("leader killed, next bound after " + pause.toMillis() / 1e3 + " s");
        assertThat(pause).isLessThanOrEqualTo(BEGINS_WITHIN);
    }

    /**
     * Returns how long it takes until a victim is deleted for a pod of a higher priority: each node of its site is full
     * of a lower one.
     */
    private PodWait preempt() {
        int round = preemptions++;
        List<String> lows =
                IntStream.range(0, 5).mapToObj(i -> "low-" + round + '-' + i).toList();
        lows.forEach(low -> site.site().create(large(low, HostilePods.LOWEST)));
        lows.forEach(pods::awaitBound);
        String high = "high-" + round;
        site.site().create(large(high, HostilePods.HIGHEST));
        long created = System.nanoTime();
        String beside = pods.createReference();
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> lows.stream()
                .anyMatch(low -> site.site().pod(low).getMetadata().getDeletionTimestamp() != null));
        Duration took = Duration.ofNanos(System.nanoTime() - created);
        pods.awaitBound(beside);
        PodWait wait = new PodWait(high, took, pods.waited(beside));
        site.remove(high);
        site.remove(beside);
        lows.forEach(site::remove);
        return wait;
    }

    /** A pod that leaves no room for another one like it on a node of the first site. */
    private static PodBuilder large(String name, String priority) {
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

    private static Replica startReplica() {
        Replica replica = site.start(plane.kubeconfig(), Replica.imageHeap());
        replicas.add(replica);
        return replica;
    }

    private static void tellsTheTruth(Replica replica) {
        assertThat(replica.isAlive()).isTrue();
        assertThat(replica.status("/actuator/health/liveness")).isEqualTo(200);
        assertThat(replica.status("/actuator/health/readiness")).isEqualTo(200);
        assertThat(replica.log()).doesNotContain("OutOfMemory", " ERROR ").hasSizeLessThan(3_000_000);
    }
}
