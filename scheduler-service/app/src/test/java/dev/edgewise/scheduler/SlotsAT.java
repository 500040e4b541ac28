package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Batch slots on a real API server, whose controller manager makes the pods of Jobs and collects them. The test is the
 * kubelet.
 */
class SlotsAT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private Path kubeconfig;
    private RealApi api;
    private RealSite site;
    private RunningService service;

    @BeforeEach
    void start() {
        kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
        api.defineSlots();
        api.definePriorityClasses("components/slots/priority-classes.yaml");
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        for (int i = 0; i < 4; i++) {
            site.node("n" + i, "4", Map.of(site.name("node"), Integer.toString(i)));
        }
        create(
                "Testbed",
                "tb",
                "{nodeLabel: " + site.name("node")
                        + ", slotsPerNode: 1, resourcesPerSlot: {cpu: 1, memory: 1Gi}, heldBy: Placeholder, tolerations: [{operator: Exists}]}");
        service = started();
    }

    private RunningService started() {
        return RunningService.start(
                kubeconfig,
                "--edgewise.scheduler.slots.enabled=true",
                "--edgewise.kubernetes.namespace=" + site.namespace());
    }

    @AfterEach
    void stop() {
        try {
            if (service != null) {
                service.close();
            }
            if (site != null) {
                api.get(path("Scheduling"))
                        .path("items")
                        .forEach(each -> api.remove(path("Scheduling") + "/"
                                + each.at("/metadata/name").asText()));
            }
        } finally {
            if (site != null) {
                site.close();
            }
            if (api != null) {
                api.close();
            }
        }
    }

    /** The reference's example, with two kills between: slots 0 and 2, then 1 and 3, then the lowest three. */
    @Test
    void aQueueRunsSlotForSlotThroughRestarts() {
        for (String job : new String[] {"job1", "job2", "job3", "job4"}) {
            create("BatchJob", job, "{job: {template: {spec: {containers: [{name: main, image: busybox}]}}}}");
        }
        create(
                "Scheduling",
                "queue",
                "{testbed: {name: tb}, queueBased: [{name: job2}, {name: job1}, {name: job2}, {name: job1}, {name: job3},"
                        + " {name: job3}, {name: job3}, {name: job4}, {name: job4}]}");
        awaitSlots("job2", Map.of(0, "n0", 2, "n2"));
        service.close();
        service = started();
        awaitSlots("job1", Map.of(1, "n1", 3, "n3"));
        assertThat(podsOf("job3")).isEmpty();
        finish("job2");
        finish("job1");
        service.close();
        service = started();
        awaitSlots("job3", Map.of(0, "n0", 1, "n1", 2, "n2"));
        finish("job3");
        await().untilAsserted(() -> assertThat(slots("job4")).hasSize(2));
        finish("job4");
        awaitState("Scheduling", "queue", "Completed");
        awaitState("Testbed", "tb", "SUCCESS");
        awaitState("BatchJob", "job4", "Completed");
    }

    /** Deleting what runs ends the pods; a kubelet then says that they are gone. */
    @Test
    void aDeletedSchedulingFreesItsSlotsForTheNext() {
        create("BatchJob", "a", "{job: {template: {spec: {containers: [{name: main, image: busybox}]}}}}");
        create("BatchJob", "b", "{job: {template: {spec: {containers: [{name: main, image: busybox}]}}}}");
        create("Scheduling", "first", "{testbed: {name: tb}, queueBased: [{name: a}, {name: a}]}");
        awaitSlots("a", Map.of(0, "n0", 1, "n1"));
        create("Scheduling", "second", "{testbed: {name: tb}, queueBased: [{name: b}, {name: b}, {name: b}]}");
        awaitState("Scheduling", "second", "Acquiring");
        api.delete(path("Scheduling") + "/first");
        await().until(() -> {
            endTerminating();
            return !api.exists(path("Scheduling") + "/first");
        });
        awaitSlots("b", Map.of(0, "n0", 1, "n1", 2, "n2"));
        assertThat(podsOf("a")).isEmpty();
    }

    private void create(String kind, String name, String spec) {
        ObjectNode object = YAML.createObjectNode();
        object.put("apiVersion", "edgewise.dev/v1alpha1").put("kind", kind);
        object.putObject("metadata").put("name", name).put("namespace", site.namespace());
        try {
            object.set("spec", YAML.readTree(spec));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        api.create(path(kind), object);
    }

    private String path(String kind) {
        return "/apis/edgewise.dev/v1alpha1/namespaces/" + site.namespace() + "/" + kind.toLowerCase(Locale.ROOT) + "s";
    }

    private String pods() {
        return "/api/v1/namespaces/" + site.namespace() + "/pods";
    }

    private JsonNode podsOf(String job) {
        return api.get(pods() + "?labelSelector=" + Names.BATCH_JOB_LABEL + "%3D" + job)
                .path("items");
    }

    private Map<Integer, String> slots(String job) {
        Map<Integer, String> slots = new TreeMap<>();
        for (JsonNode pod : podsOf(job)) {
            String slot = pod.path("metadata")
                    .path("annotations")
                    .path(Names.SLOT_ANNOTATION)
                    .asText();
            String node = pod.at("/spec/nodeName").asText();
            if (!slot.isEmpty() && !node.isEmpty()) {
                slots.put(
                        Integer.valueOf(slot.split("/")[1]),
                        node.substring(site.name("").length()));
            }
        }
        return slots;
    }

    private void awaitSlots(String job, Map<Integer, String> expected) {
        await().untilAsserted(() -> assertThat(slots(job)).isEqualTo(expected));
    }

    private void awaitState(String kind, String name, String state) {
        await().untilAsserted(() -> assertThat(
                        api.get(path(kind) + "/" + name).at("/status/state").asText())
                .isEqualTo(state));
    }

    private void finish(String job) {
        phase(job, "Running");
        phase(job, "Succeeded");
        await().until(() -> {
            endTerminating();
            return podsOf(job).isEmpty();
        });
    }

    private void phase(String job, String phase) {
        for (JsonNode pod : podsOf(job)) {
            ObjectNode status = YAML.createObjectNode();
            status.putObject("status").put("phase", phase);
            api.merge(pods() + "/" + pod.at("/metadata/name").asText() + "/status", status);
        }
    }

    private void endTerminating() {
        for (JsonNode pod : api.get(pods()).path("items")) {
            if (!pod.at("/metadata/deletionTimestamp").isMissingNode()) {
                api.remove(pods() + "/" + pod.at("/metadata/name").asText());
            }
        }
    }
}
