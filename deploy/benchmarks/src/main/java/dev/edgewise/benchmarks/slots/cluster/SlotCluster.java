package dev.edgewise.benchmarks.slots.cluster;

import dev.edgewise.benchmarks.service.ServiceCommandLine;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The kinds of batch slots in a cluster, and a namespace with testbeds over its nodes. Closing removes the namespace,
 * and the kinds stay.
 */
public final class SlotCluster implements AutoCloseable {
    /** Namespace of the testbeds, and of the service that holds their slots. */
    public static final String NAMESPACE = "edgewise-benchmark-slots";

    private static final List<String> KINDS = List.of("testbeds", "batchjobs", "schedulings");
    private static final String LABEL = "edgewise.dev/benchmark-";
    private static final String NO_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";

    private static final String TESTBED =
            "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"Testbed\",\"metadata\":{\"name\":\"tb-%1$d\"},"
                    + "\"spec\":{\"nodeLabel\":\"%2$s\",\"slotsPerNode\":%3$d,\"resourcesPerSlot\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},"
                    + "\"heldBy\":\"%4$s\"}}";

    private final ClusterApi api;
    private final OwnNamespace namespace;

    public SlotCluster(ClusterApi api) {
        this.api = api;
        this.namespace = new OwnNamespace(api, NAMESPACE);
    }

    /** Arguments with which scheduler-service serves them. */
    public static List<String> arguments() {
        return List.of("--edgewise.scheduler.slots.enabled=true", "--edgewise.kubernetes.namespace=" + NAMESPACE);
    }

    /** Creates kinds, priority classes and namespace, after it removed what an interrupted run left. */
    public void create() throws IOException, InterruptedException {
        for (String kind : KINDS) {
            manifest(kind, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
        }
        manifest("priority-classes", "/apis/scheduling.k8s.io/v1/priorityclasses");
        for (String kind : KINDS) {
            while (!api.exists("/apis/edgewise.dev/v1alpha1/" + kind)) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        close();
        namespace.create();
    }

    private void manifest(String name, String collection) throws IOException {
        Path file = ServiceCommandLine.root().resolve("deploy/kubernetes/components/slots/" + name + ".yaml");
        KubernetesSerialization yaml = new KubernetesSerialization();
        for (String document : Files.readString(file).split("(?m)^---$")) {
            api.createIfAbsent(collection, yaml.asJson(yaml.unmarshal(document, GenericKubernetesResource.class)));
        }
    }

    /** Cuts these nodes into the slots of testbeds {@code tb-0}, {@code tb-1} and so on, as many nodes for each. */
    public void testbeds(int count, List<String> nodes, int slotsPerNode, String heldBy)
            throws IOException, InterruptedException {
        int each = nodes.size() / count;
        List<Integer> numbers = IntStream.range(0, count * each).boxed().toList();
        api.each(
                numbers,
                i -> api.patch(
                        "/api/v1/nodes/" + nodes.get(i),
                        "{\"metadata\":{\"labels\":{\"" + LABEL + i / each + "\":\"" + i % each + "\"}}}"));
        for (int i = 0; i < count; i++) {
            api.create(path("testbeds"), String.format(Locale.ROOT, TESTBED, i, LABEL + i, slotsPerNode, heldBy));
        }
    }

    /** Waits until so many slots are free, and held where pods hold them. */
    public void awaitFree(int slots, int seconds) throws IOException, InterruptedException {
        for (int i = 0; freeSlots() < slots; i++) {
            if (i > seconds) {
                throw new IllegalStateException(
                        freeSlots() + " of " + slots + " slots are free after " + seconds + " s");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** @throws IllegalStateException if fewer slots are free */
    public void requireFree(int slots) throws IOException {
        if (slots > 0 && freeSlots() < slots) {
            throw new IllegalStateException("only " + freeSlots() + " of " + slots + " slots are free");
        }
    }

    private int freeSlots() throws IOException {
        int free = 0;
        for (JsonNode testbed : api.get(path("testbeds")).path("items")) {
            for (JsonNode slot : testbed.path("status").path("slots")) {
                free += slot.path("state").asString("").equals("FREE")
                                && slot.path("held").asBoolean(false)
                        ? 1
                        : 0;
            }
        }
        return free;
    }

    public static String path(String plural) {
        return "/apis/edgewise.dev/v1alpha1/namespaces/" + NAMESPACE + "/" + plural;
    }

    /** Removes the objects, also those whose finalizers wait for a service that does not run. */
    @Override
    public void close() throws IOException {
        for (String kind : KINDS) {
            if (!api.exists(path(kind))) {
                return;
            }
            for (JsonNode object : api.get(path(kind)).path("items")) {
                String path =
                        path(kind) + "/" + object.path("metadata").path("name").asString();
                api.deleteIfPresent(path);
                api.patchIfPresent(path, NO_FINALIZERS);
            }
        }
        api.delete("/apis/batch/v1/namespaces/" + NAMESPACE + "/jobs");
        for (JsonNode pod : api.get(namespace.pods()).path("items")) {
            api.patchIfPresent(
                    namespace.pods() + "/" + pod.path("metadata").path("name").asString(), NO_FINALIZERS);
        }
        namespace.close();
    }
}
