package dev.edgewise.scheduler.crash;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.crash.HostileObjects.Hostile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** The hostile objects of a test, in a namespace of their own. */
final class HostileCrowd implements AutoCloseable {
    private static final int PODS_ON_A_NODE = 50;

    private final RealApi api;
    private final String namespace;
    private final HostileObjects objects;

    HostileCrowd(Path kubeconfig, String namespace) {
        this.api = new RealApi(kubeconfig);
        this.namespace = namespace;
        this.objects = new HostileObjects(namespace);
        api.create("/api/v1/namespaces", json("{\"metadata\":{\"name\":\"" + namespace + "\"}}"));
        await().atMost(CrashSite.PATIENCE)
                .until(() -> api.exists("/api/v1/namespaces/" + namespace + "/serviceaccounts/default"));
        api.defineReservations();
        priority(HostilePods.HIGHEST, 1_000_000_000);
        priority(HostilePods.LOWEST, Integer.MIN_VALUE);
    }

    /**
     * Creates objects, then changes and then deletes them.
     *
     * @param round 0, or the number of the repetition with other objects of the same kinds
     */
    void churn(int from, int to, int round) {
        List<Hostile> all =
                IntStream.range(from, to).mapToObj(i -> objects.get(i, round)).toList();
        // One after the other: the scheduler is tried here, not how much the API server bears.
        all.forEach(each -> api.create(each.collection(), each.json()));
        all.forEach(each -> api.merge(each.path(), json(HostileObjects.change())));
        all.forEach(each -> api.remove(each.path()));
    }

    /** Creates pods on a node; returns their paths. */
    List<String> crowd(String node) {
        HostilePods pods = new HostilePods(0);
        String collection = "/api/v1/namespaces/" + namespace + "/pods";
        return IntStream.range(0, PODS_ON_A_NODE)
                .mapToObj(i -> {
                    ObjectNode pod = new ObjectMapper().createObjectNode();
                    pod.put("apiVersion", "v1").put("kind", "Pod");
                    pod.putObject("metadata").put("name", "crowd-" + i);
                    pod.set("spec", new ObjectMapper().valueToTree(pods.on(node, i)));
                    api.create(collection, pod);
                    return collection + "/crowd-" + i;
                })
                .toList();
    }

    /** Creates reservations that wait, as each asks for more than the node has. */
    void reserve(String node, int reservations) {
        api.each(
                IntStream.range(0, reservations).boxed().toList(),
                i -> api.create(
                        reservations(),
                        json(
                                "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"Reservation\",\"metadata\":{\"name\":\"waits-"
                                        + i
                                        + "\"},\"spec\":{\"node\":\"" + node + "\",\"resources\":{\"cpu\":\"9999\"},"
                                        + "\"for\":{\"selector\":{\"matchLabels\":{\"app\":\"none\"}}},\"ttlSeconds\":3600,\"reason\":\"hostile\"}}")));
    }

    /** Changes labels 50 times a second until it is over; returns how often. */
    int changeLabels(List<String> paths, AtomicBoolean isOver) {
        int changes = 0;
        long next = System.nanoTime();
        while (!isOver.get()) {
            api.merge(
                    paths.get(changes % paths.size()),
                    json("{\"metadata\":{\"labels\":{\"turn\":\"" + changes + "\"}}}"));
            changes++;
            next += TimeUnit.SECONDS.toNanos(1) / 50;
            LockSupport.parkNanos(next - System.nanoTime());
        }
        return changes;
    }

    /** Removes the pods on nodes, and the reservations. */
    void clear() {
        api.removeAll("/api/v1/namespaces/" + namespace + "/pods");
        api.removeAll(reservations());
    }

    @Override
    public void close() {
        api.close();
    }

    private String reservations() {
        return "/apis/edgewise.dev/v1alpha1/namespaces/" + namespace + "/reservations";
    }

    private void priority(String name, int value) {
        api.create(
                "/apis/scheduling.k8s.io/v1/priorityclasses",
                json("{\"metadata\":{\"name\":\"" + name + "\"},\"value\":" + value + "}"));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
