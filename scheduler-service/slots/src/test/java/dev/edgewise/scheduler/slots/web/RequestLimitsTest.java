package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.testing.SchemaLimits;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests have the limits of the kinds that they write. */
class RequestLimitsTest {
    private static SchemaLimits limits(String kind, String field) throws IOException {
        String yaml = Files.readString(RepositoryFiles.file("deploy/kubernetes/components/slots/" + kind + ".yaml"));
        GenericKubernetesResource definition =
                new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
        Map<String, Object> spec =
                definition.get("spec", "versions", 0, "schema", "openAPIV3Schema", "properties", "spec", "properties");
        return new SchemaLimits(Map.of("properties", field.isEmpty() ? spec : Map.of(field, spec.get(field))));
    }

    @Test
    void ofSchedulings() throws IOException {
        SchemaLimits limits = limits("schedulings", "");
        limits.compare("testbed.name maxLength", "testbed", n -> request("t".repeat((int) n), queue(1), null));
        limits.compare("queueBased maxItems", "queue", n -> request("tb", queue((int) n), null));
        limits.compare("queueBased minItems", "queue", n -> request("tb", queue((int) n), null));
        limits.compare(
                "queueBased[].name maxLength", "queue[0]", n -> request("tb", List.of("j".repeat((int) n)), null));
        limits.compare("slotBased.jobs maxItems", "slots.jobs", n -> slots((int) n, 1, 0, "j"));
        limits.compare("slotBased.jobs minItems", "slots.jobs", n -> slots((int) n, 1, 0, "j"));
        limits.compare("slotBased.jobs[].slotIds maxItems", "slots.jobs[0].slots", n -> slots(1, (int) n, 0, "j"));
        limits.compare("slotBased.jobs[].slotIds minItems", "slots.jobs[0].slots", n -> slots(1, (int) n, 0, "j"));
        String position = "slots.jobs[0].slots[0]";
        limits.compare("slotBased.jobs[].slotIds[] maximum", position, n -> slots(1, 1, (int) n, "j"));
        limits.compare("slotBased.jobs[].slotIds[] minimum", position, n -> slots(1, 1, (int) n, "j"));
        limits.compare(
                "slotBased.jobs[].name.name maxLength",
                "slots.jobs[0].name",
                n -> slots(1, 1, 0, "j".repeat((int) n - 1)));
        // The namespace of the Scheduling is that of its testbed and jobs.
        limits.requireAllBut(List.of(
                "testbed.namespace maxLength",
                "queueBased[].namespace maxLength",
                "slotBased.jobs[].name.namespace maxLength"));
    }

    /** Jobs whose names are this text and a digit. */
    private static void slots(int jobs, int slotsOfEach, int first, String name) {
        List<Integer> positions =
                IntStream.range(first, first + slotsOfEach).boxed().toList();
        List<RequestedJobsReader.JobSlots> all = IntStream.range(0, jobs)
                .mapToObj(i -> new RequestedJobsReader.JobSlots(name + i, positions))
                .collect(Collectors.toList());
        request("tb", null, new RequestedJobsReader.Slots("strict", all));
    }

    private static List<String> queue(int length) {
        return Collections.nCopies(length, "job");
    }

    private static void request(String testbed, List<String> queue, RequestedJobsReader.Slots slots) {
        new SchedulingRequest("default", "s", testbed, queue, slots).spec();
    }

    @Test
    void ofTheSchedulersOwnData() throws IOException {
        SchemaLimits limits = limits("batchjobs", "externalScheduler");
        limits.compare(
                "externalScheduler maxProperties",
                "externalScheduler",
                n -> ExternalSchedulerDataReader.data(numbered((int) n, i -> List.of())));
        limits.compare(
                "externalScheduler.* maxItems",
                "externalScheduler.a",
                n -> ExternalSchedulerDataReader.data(Map.of("a", Collections.nCopies((int) n, Map.of()))));
        limits.compare(
                "externalScheduler.*[] maxProperties",
                "externalScheduler.a[0]",
                n -> ExternalSchedulerDataReader.data(Map.of("a", List.of(numbered((int) n, i -> "x")))));
        limits.compare(
                "externalScheduler.*[].* maxLength",
                "externalScheduler.a[0].b",
                n -> ExternalSchedulerDataReader.data(Map.of("a", List.of(Map.of("b", "x".repeat((int) n))))));
        limits.requireAllBut(List.of());
    }

    private static <T> Map<String, T> numbered(int count, Function<Integer, T> value) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "n" + i, value));
    }
}
