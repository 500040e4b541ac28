package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.global.RealMember.Lifetime;
import dev.edgewise.testkit.TcpProxy;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests in two real API servers, of which one at a time is cut off from both replicas: connections end, or all that
 * is sent stays on its way and arrives late. {@code -Dedgewise.global.partitions=50} does that so often.
 */
class GlobalPartitionsAT {
    private static final int PARTITIONS = Integer.getInteger("edgewise.global.partitions", 4);
    private static final int REQUESTS_EACH = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    /** The service looks for leftovers each 30 s, and deletes those that it sees twice. */
    private static final Duration SWEPT_WITHIN = Duration.ofSeconds(240);

    private static RealMember near;
    private static RealMember cloud;
    private static TcpProxy wayToNear;
    private static TcpProxy wayToCloud;
    private static TestManagement management;
    private static GlobalReplica first;
    private static GlobalReplica second;

    @BeforeAll
    static void start() throws IOException {
        Map<String, RealMember> members = RealMember.start(Map.of("near", "64", "cloud", "64"));
        near = members.get("near").startsAfter(Duration.ofMillis(500)).fences();
        cloud = members.get("cloud").startsAfter(Duration.ofMillis(500)).fences();
        wayToNear = TcpProxy.to(near.port());
        wayToCloud = TcpProxy.to(cloud.port());
        management = new TestManagement(cloud.adminKubeconfig());
        management.member("near", near.kubeconfig(wayToNear.port()), Map.of());
        management.member("cloud", cloud.kubeconfig(wayToCloud.port()), Map.of());
        first = replica();
        second = replica();
    }

    private static GlobalReplica replica() {
        return new GlobalReplica(
                management.kubeconfig(),
                "edgewise.global.replica.lease=6s",
                "edgewise.global.replica.renew-every=2s",
                "edgewise.global.attempts.fence=10s",
                "edgewise.global.attempts.fence-margin=5s");
    }

    @AfterEach
    void removeAll() {
        management
                .all()
                .forEach(request -> management.delete(request.getMetadata().getName()));
        await().atMost(PATIENCE).until(() -> management.all().isEmpty());
        await().atMost(SWEPT_WITHIN)
                .until(() -> near.work().isEmpty() && cloud.work().isEmpty());
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable each : new AutoCloseable[] {first, second, wayToNear, wayToCloud, management, near, cloud}) {
            close(each);
        }
    }

    private static void close(AutoCloseable each) {
        if (each != null) {
            try {
                each.close();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Wait", "Fence", "Duplicate"})
    void nothingIsLeftOnceAllIsReachable(String onUnreachable) throws InterruptedException {
        Random random = new Random(43);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            partition(onUnreachable, partition, random);
        }

        await().atMost(PATIENCE).until(management::isOver);
        await().atMost(SWEPT_WITHIN)
                .untilAsserted(() -> assertThat(PlacedWork.problems(management, List.of(near, cloud)))
                        .isEmpty());
        await().atMost(SWEPT_WITHIN).untilAsserted(() -> assertThat(first.get("/api/v1/leftovers"))
                .contains("\"objects\":[]", "\"unanswered\":[]"));
        int repeated = 0;
        for (GenericKubernetesResource request : management.all()) {
            repeated += podsOf(request, onUnreachable) - 1;
        }
        System.out.printf(
                "%s: %d partitions, %d requests, %d pods more%n",
                onUnreachable, PARTITIONS, PARTITIONS * REQUESTS_EACH, repeated);
    }

    /** Returns how many pods of a request there ever were: one with Wait, one at a time with Fence. */
    private static int podsOf(GenericKubernetesResource request, String onUnreachable) {
        String name = request.getMetadata().getName();
        String uid = request.getMetadata().getUid();
        List<Lifetime> pods =
                Stream.concat(near.pods(uid).stream(), cloud.pods(uid).stream()).toList();
        assertThat(pods).as(name).isNotEmpty();
        if (onUnreachable.equals("Wait")) {
            assertThat(pods).as(name).hasSize(1);
        }
        if (onUnreachable.equals("Fence")) {
            for (int i = 1; i < pods.size(); i++) {
                assertThat(pods.subList(0, i)).as(name).noneMatch(pods.get(i)::overlaps);
            }
        }
        return pods.size();
    }

    /**
     * Cuts one cluster off at some moment after requests were made, and lets it be reachable again after some seconds.
     */
    private static void partition(String onUnreachable, int partition, Random random) throws InterruptedException {
        for (int i = 0; i < REQUESTS_EACH; i++) {
            management.request(
                    "p-" + partition + "-" + i,
                    "10m",
                    "clusters: " + (i % 2 == 0 ? "[[near], [cloud]]" : "[[cloud], [near]]") + "\nonUnreachable: "
                            + onUnreachable + "\nreadyWithinSeconds: 180");
        }
        TcpProxy way = random.nextBoolean() ? wayToNear : wayToCloud;
        boolean isCut = random.nextBoolean();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(800));
        if (isCut) {
            way.bar();
        } else {
            way.hold();
        }
        // The first one is longer than the fence and its margin, 15 s.
        boolean isLong = partition == 0 && onUnreachable.equals("Fence");
        TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(4_000) + (isLong ? 18_000 : 0));
        way.unbar();
        way.release();
    }
}
