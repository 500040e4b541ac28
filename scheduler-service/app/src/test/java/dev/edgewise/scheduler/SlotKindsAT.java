package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kinds of batch slots on a real API server: what their definitions admit, refuse and add. */
class SlotKindsAT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String GROUP = "/apis/edgewise.dev/v1alpha1/namespaces/";

    private static final Map<String, String> GOOD = Map.of(
            "Testbed",
            "{nodeLabel: tu-berlin.de/node-with-slots-profiler, slotsPerNode: 2, resourcesPerSlot: {cpu: 600m, memory: 1.75Gi}}",
            "BatchJob",
            "{job: {template: {spec: {containers: [{name: main, image: busybox}]}}}}",
            "Scheduling",
            "{testbed: {name: profiler, namespace: default}, queueBased: [{name: b, namespace: default}, {name: a}, {name: b}]}",
            "Slots",
            "{testbed: {name: profiler}, slotBased: {mode: relaxed, jobs: [{name: {name: a}, slotIds: [0, 2]}, {name: {name: b}, slotIds: [1]}]}}");

    private RealApi api;
    private RealSite site;

    @BeforeEach
    void define() {
        api = new RealApi(RealApi.kubeconfig("KUBECONFIG"));
        site = new RealSite(api);
        api.defineSlots();
    }

    @AfterEach
    void close() {
        site.close();
        api.close();
    }

    @Test
    void theExamplesOfThePrototypeApplyAndGetTheirDefaults() {
        JsonNode testbed = api.create(path("Testbed"), object("Testbed", "one", GOOD.get("Testbed")));
        assertThat(testbed.path("spec").path("heldBy").asText()).isEqualTo("Pods");
        JsonNode job = api.create(path("BatchJob"), object("BatchJob", "one", GOOD.get("BatchJob")));
        assertThat(job.at("/spec/job/template/spec/containers/0/image").asText())
                .isEqualTo("busybox");
        assertThat(job.at("/spec/failurePolicy")).isEqualTo(yaml("{retries: 0, backoffSeconds: 10, then: Fail}"));
        api.create(path("Scheduling"), object("Scheduling", "queue", GOOD.get("Scheduling")));
        api.create(path("Scheduling"), object("Scheduling", "slots", GOOD.get("Slots")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Testbed | {slotsPerNode: 1, resourcesPerSlot: {cpu: 1}} | spec.nodeLabel: Required value
            Testbed | {nodeLabel: a b, slotsPerNode: 1, resourcesPerSlot: {cpu: 1}} | spec.nodeLabel
            Testbed | {nodeLabel: a, slotsPerNode: 0, resourcesPerSlot: {cpu: 1}} | spec.slotsPerNode
            Testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {}} | spec.resourcesPerSlot
            Testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: 0}} | spec.resourcesPerSlot.cpu
            Testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: 0.0m}} | spec.resourcesPerSlot.cpu
            Testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: -1}} | spec.resourcesPerSlot.cpu
            Testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: 1}, heldBy: Nothing} | spec.heldBy
            BatchJob | {} | exactly one of job, spark and flink is needed
            BatchJob | {job: {}, spark: {}} | exactly one of job, spark and flink is needed
            BatchJob | {job: {}, failurePolicy: {retries: -1}} | spec.failurePolicy.retries
            BatchJob | {job: {}, failurePolicy: {then: Hang}} | spec.failurePolicy.then
            BatchJob | {job: {}, runSeconds: 0} | spec.runSeconds
            Scheduling | {slots: {name: profiler}, queueBased: [{name: a}]} | testbed is needed
            Scheduling | {testbed: {name: profiler}} | exactly one of queueBased and slotBased is needed
            Scheduling | {testbed: {name: profiler}, queueBased: []} | spec.queueBased
            Scheduling | {testbed: {name: t}, queueBased: [{name: a}], slotBased: {jobs: [{name: {name: a}, slotIds: [0]}]}} | exactly one of queueBased
            Scheduling | {testbed: {name: t}, slotBased: {mode: STRICT, jobs: [{name: {name: a}, slotIds: [0]}]}} | spec.slotBased.mode
            Scheduling | {testbed: {name: t}, slotBased: {jobs: [{name: {name: a}, slotIds: [0, 0]}]}} | spec.slotBased.jobs[0].slotIds[1]: Duplicate value
            Scheduling | {testbed: {name: t}, slotBased: {jobs: [{name: {name: a}, slotIds: [-1]}]}} | spec.slotBased.jobs[0].slotIds[0]
            Scheduling | {testbed: {name: t}, slotBased: {jobs: [{name: {name: a}, slotIds: []}]}} | spec.slotBased.jobs[0].slotIds
            Scheduling | {testbed: {name: t}, slotBased: {jobs: [{name: {name: a}, slotIds: [0]}, {name: {name: a}, slotIds: [1]}]}} | each job may be there once
            """)
    void wrongObjectsAreRefusedAndTheFieldIsNamed(String kind, String spec, String refusal) {
        assertThat(refusal(() -> api.create(path(kind), object(kind, "bad", spec))))
                .contains(refusal);
    }

    @Test
    void aJobWhoseNameAnOperatorRefusesIsRefused() {
        assertThat(refusal(
                        () -> api.create(path("BatchJob"), object("BatchJob", "a".repeat(46), GOOD.get("BatchJob")))))
                .contains("metadata.name has at most 45");
        assertThat(refusal(() -> api.create(path("BatchJob"), object("BatchJob", "1", "{spark: {}}"))))
                .contains("metadata.name begins with a letter");
        api.create(path("BatchJob"), object("BatchJob", "1", GOOD.get("BatchJob")));
    }

    @Test
    void changesThatCannotBeFollowedAreRefused() {
        api.create(path("Testbed"), object("Testbed", "one", GOOD.get("Testbed")));
        api.create(path("BatchJob"), object("BatchJob", "one", GOOD.get("BatchJob")));
        api.create(path("Scheduling"), object("Scheduling", "queue", GOOD.get("Scheduling")));
        api.create(path("Scheduling"), object("Scheduling", "slots", GOOD.get("Slots")));

        assertThat(change("Testbed/one", "{nodeLabel: other}"))
                .contains("cannot be changed, as slots have their numbers");
        assertThat(change("Testbed/one", "{slotsPerNode: 4, resourcesPerSlot: {cpu: 1}, heldBy: Placeholder}"))
                .isEmpty();
        assertThat(change("BatchJob/one", "{job: null, spark: {}}"))
                .contains("the kind of application cannot be changed");
        assertThat(change("BatchJob/one", "{externalScheduler: {profiler: [{b: 24 (16)}]}}"))
                .isEmpty();

        assertThat(change("Scheduling/queue", "{testbed: {name: other}}")).contains("testbed cannot be changed");
        assertThat(change("Scheduling/queue", "{queueBased: [{name: a}, {name: b}, {name: b}]}"))
                .contains("may only grow at its end");
        assertThat(change("Scheduling/queue", "{queueBased: [{name: b}, {name: a}]}"))
                .contains("may only grow at its end");
        assertThat(change("Scheduling/queue", "{queueBased: [{name: b}, {name: a}, {name: b}, {name: c}, {name: c}]}"))
                .isEmpty();
        assertThat(change(
                        "Scheduling/queue", "{queueBased: null, slotBased: {jobs: [{name: {name: a}, slotIds: [1]}]}}"))
                .contains("a queue cannot become slots");

        assertThat(change("Scheduling/slots", "{slotBased: {mode: strict}}")).contains("cannot be changed");
        assertThat(change(
                        "Scheduling/slots",
                        "{slotBased: {jobs: [{name: {name: a}, slotIds: [0, 3]}, {name: {name: b}, slotIds: [1]}]}}"))
                .contains("may only grow at its end");
        assertThat(
                        change(
                                "Scheduling/slots",
                                "{slotBased: {jobs: [{name: {name: a}, slotIds: [0, 2]}, {name: {name: b}, slotIds: [1]}, {name: {name: c}, slotIds: [1]}]}}"))
                .isEmpty();
    }

    /** The largest objects that the definitions admit are within what the API server spends on their rules. */
    @Test
    void aQueueOfTheGreatestLengthIsAdmittedAndGrows() {
        StringBuilder queue = new StringBuilder();
        for (int i = 0; i < 999; i++) {
            queue.append("{name: job-").append(i).append("}, ");
        }
        api.create(
                path("Scheduling"), object("Scheduling", "long", "{testbed: {name: t}, queueBased: [" + queue + "]}"));
        assertThat(change("Scheduling/long", "{queueBased: [" + queue + "{name: last}]}"))
                .isEmpty();
        assertThat(change("Scheduling/long", "{queueBased: [" + queue + "{name: another}]}"))
                .contains("may only grow at its end");
        assertThat(change("Scheduling/long", "{queueBased: [" + queue + "{name: last}, {name: more}]}"))
                .contains("spec.queueBased");
    }

    private String change(String kindAndName, String spec) {
        String[] parts = kindAndName.split("/");
        ObjectNode patch = YAML.createObjectNode();
        patch.set("spec", yaml(spec));
        return refusal(() -> api.merge(path(parts[0]) + "/" + parts[1], patch));
    }

    private static String refusal(Runnable request) {
        try {
            request.run();
            return "";
        } catch (IllegalStateException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private String path(String kind) {
        return GROUP + site.namespace() + "/" + kind.toLowerCase(java.util.Locale.ROOT) + "s";
    }

    private ObjectNode object(String kind, String name, String spec) {
        ObjectNode object = YAML.createObjectNode();
        object.put("apiVersion", "edgewise.dev/v1alpha1").put("kind", kind);
        object.putObject("metadata").put("name", name).put("namespace", site.namespace());
        object.set("spec", yaml(spec));
        return object;
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
