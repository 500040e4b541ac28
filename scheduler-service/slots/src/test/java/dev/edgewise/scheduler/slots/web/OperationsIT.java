package dev.edgewise.scheduler.slots.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Node set-up, and the reset of all jobs of a namespace. */
@ExtendWith(OutputCaptureExtension.class)
class OperationsIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SET_UP = "/api/v1/slots/testbeds/default/tb/node-set-up";
    private static final String RESET = "/api/v1/slots/jobs/default/reset";

    private static SlotsWebService service;

    @BeforeAll
    static void start() {
        service = new SlotsWebService("--edgewise.scheduler.slots.node-set-up.enabled=true");
        service.objects().put(SlotFixtures.testbed("tb"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void forgetWhatOtherTestsWrote() {
        service.nodes().labels().clear();
        service.objects().put(job("pi", BatchJobState.READY, null));
        service.objects().schedulings().forEach(one -> service.objects()
                .removeScheduling(one.metadata().key()));
    }

    private static JsonNode body(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    /** n2 has the least requested CPU, then n1. */
    @Test
    void nodesAreLabelledOnceAndTheSameRequestChangesNothing() throws Exception {
        HttpResponse<String> answer = service.send("POST", SET_UP, "{\"count\":2}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(body(answer))
                .isEqualTo(JSON.readTree(
                        "{'namespace':'default','testbed':'tb','nodeLabel':'testbed','dryRun':false,'nodes':["
                                        .replace('\'', '"')
                                + "{'node':'n2','index':0,'isNew':true},{'node':'n1','index':1,'isNew':true}]}"
                                        .replace('\'', '"')));
        assertThat(service.nodes().labels()).isEqualTo(Map.of("n2", "0", "n1", "1"));
        JsonNode again = body(service.send("POST", SET_UP, "{\"count\":2}"));
        assertThat(again.at("/nodes/0/isNew").asBoolean(true)).isFalse();
        assertThat(again.at("/nodes/1/isNew").asBoolean(true)).isFalse();
    }

    @Test
    void aNamedNodeGetsTheNextIndexAlsoWithoutRoom() throws Exception {
        service.nodes().labels().put("n0", "0");

        HttpResponse<String> answer = service.send("POST", SET_UP, "{\"nodes\":[\"n3\"]}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(service.nodes().labels()).isEqualTo(Map.of("n0", "0", "n3", "1"));
    }

    @Test
    void aDryRunLabelsNothing() throws Exception {
        HttpResponse<String> answer = service.send("POST", SET_UP + "?dryRun=true", "{\"count\":1}");

        assertThat(body(answer).at("/nodes/0/node").asString()).isEqualTo("n2");
        assertThat(body(answer).path("dryRun").asBoolean(false)).isTrue();
        assertThat(service.nodes().labels()).isEmpty();
    }

    @Test
    void theAuditLogHasChangesAndNoDryRuns(CapturedOutput output) throws Exception {
        service.send("POST", SET_UP.replace("/tb/", "/dry/") + "?dryRun=true", "{\"count\":1}");
        service.send("POST", RESET.replace("default", "dry") + "?dryRun=true", "");
        service.send("POST", SET_UP, "{\"count\":1}");
        service.send("POST", RESET, "");

        await().untilAsserted(() -> assertThat(output).contains("method=POST path=" + RESET + " status="));
        assertThat(output).doesNotContain("/dry/");
        assertThat(output).contains("method=POST path=" + SET_UP + " status=200");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | count",
                "{\"count\":0} | count",
                "{\"count\":4} | count",
                "{\"count\":1,\"nodes\":[\"n1\"]} | nodes",
                "{\"nodes\":[]} | nodes",
                "{\"nodes\":[null]} | nodes[0]",
                "{\"nodes\":[\"n1\",\"n9\"]} | nodes[1]",
                "{\"nodes\":[\"n1\",\"n1\"]} | nodes[1]",
            })
    void badRequestsNameFieldValueAndWhatIsAllowed(String body, String field) throws Exception {
        HttpResponse<String> answer = service.send("POST", SET_UP, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(body(answer).path("field").asString()).isEqualTo(field);
        assertThat(body(answer).path("value").asString()).isNotEmpty();
        assertThat(body(answer).path("allowed").asString()).isNotEmpty();
        assertThat(service.nodes().labels()).isEmpty();
    }

    @Test
    void aNumberBelowTheLabelledNodesTakesNoLabelAway() throws Exception {
        service.nodes().labels().putAll(Map.of("n0", "0", "n1", "1"));

        HttpResponse<String> answer = service.send("POST", SET_UP, "{\"count\":1}");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(body(answer).path("allowed").asString()).startsWith("at least 2: ");
    }

    @Test
    void theTestbedIsTheOneThatTheCallerHasSeen() throws Exception {
        assertThat(service.send("POST", SET_UP, "{\"count\":1}", "If-Match", "\"2\"")
                        .statusCode())
                .isEqualTo(412);
        assertThat(service.send("POST", SET_UP, "{\"count\":1}", "If-Match", "two")
                        .statusCode())
                .isEqualTo(422);
        assertThat(service.nodes().labels()).isEmpty();
        assertThat(service.send("POST", SET_UP, "{\"count\":1}", "If-Match", "\"1\"")
                        .statusCode())
                .isEqualTo(200);
        assertThat(service.send("POST", SET_UP.replace("/tb/", "/none/"), "{\"count\":1}")
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"kubernetes.io/hostname", "node.kubernetes.io/x", "a.k8s.io/x", "edgewise.dev/site"})
    void labelsOfKubernetesAreNotWritten(String label) throws Exception {
        service.objects().put(SlotFixtures.testbedWithLabel("hosts", label));

        HttpResponse<String> answer = service.send("POST", SET_UP.replace("/tb/", "/hosts/"), "{\"count\":1}");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(body(answer).path("field").asString()).isEqualTo("spec.nodeLabel of the testbed");
        assertThat(body(answer).path("value").asString()).isEqualTo(label);
    }

    @Test
    void aTestbedWhoseSpecCannotBeFollowedLabelsNoNode() throws Exception {
        Problem problem = new Problem("spec.slotsPerNode", "0", "a whole number from 1 to 100");
        service.objects().put(SlotFixtures.testbedWithProblem("broken", problem));

        HttpResponse<String> answer = service.send("POST", SET_UP.replace("/tb/", "/broken/"), "{\"count\":1}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(body(answer).path("field").asString()).isEqualTo("spec.slotsPerNode of the testbed");
        assertThat(body(answer).path("value").asString()).isEqualTo("0");
        assertThat(body(answer).path("allowed").asString()).isEqualTo("a whole number from 1 to 100");
        assertThat(service.nodes().labels()).isEmpty();
    }

    @Test
    void nodeSetUpIsOffUnlessItIsSwitchedOn() throws Exception {
        try (SlotsWebService plain = new SlotsWebService()) {
            plain.objects().put(SlotFixtures.testbed("tb"));
            HttpResponse<String> answer = plain.send("POST", SET_UP, "{\"count\":1}");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("components/slots-node-set-up");
        }
    }

    private static BatchJob job(String name, BatchJobState state, @Nullable String claimedBy) {
        BatchJob ended = SlotFixtures.job(name);
        BatchJobStatus status = ended.status();
        return new BatchJob(
                ended.metadata(),
                ended.spec(),
                null,
                new BatchJobStatus(state, 1, claimedBy, null, List.of(), 0, status.runs(), List.of()));
    }

    @Test
    void aResetDeletesAllSchedulingsAndIsRepeatedUntilJobsHaveNoRuns() throws Exception {
        service.objects().put(SlotFixtures.scheduling("s"));
        service.objects().put(job("pi", BatchJobState.COMPLETED, "s"));

        HttpResponse<String> first = service.send("POST", RESET, "");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(202);
        assertThat(body(first))
                .isEqualTo(JSON.readTree(
                        "{'namespace':'default','dryRun':false,'complete':false,'schedulings':['s'],'jobs':['pi']}"
                                .replace('\'', '"')));
        assertThat(service.objects().schedulings()).isEmpty();

        // The Scheduling is gone, and its claim is not released yet.
        assertThat(service.send("POST", RESET, "").statusCode()).isEqualTo(202);
        assertThat(service.objects()
                        .job(new ObjectKey("default", "pi"))
                        .status()
                        .runs())
                .hasSize(1);

        service.objects().put(job("pi", BatchJobState.READY, null));
        HttpResponse<String> last = service.send("POST", RESET, "");
        assertThat(last.statusCode()).as(last.body()).isEqualTo(200);
        assertThat(body(last).path("complete").asBoolean(false)).isTrue();
        BatchJob reset = service.objects().job(new ObjectKey("default", "pi"));
        assertThat(reset.status().runs()).isEmpty();
        assertThat(reset.spec().externalScheduler()).as("what was learned").isNotEmpty();
        assertThat(service.send("POST", RESET, "").statusCode()).isEqualTo(200);
    }

    @Test
    void aDryRunOfAResetChangesNothing() throws Exception {
        service.objects().put(SlotFixtures.scheduling("s"));
        service.objects().put(job("pi", BatchJobState.READY, null));

        HttpResponse<String> answer = service.send("POST", RESET + "?dryRun=true", "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(body(answer).path("complete").asBoolean(true)).isFalse();
        assertThat(body(answer).at("/schedulings/0").asString()).isEqualTo("s");
        assertThat(body(answer).at("/jobs/0").asString()).isEqualTo("pi");
        assertThat(service.objects().schedulings()).hasSize(1);
        assertThat(service.objects()
                        .job(new ObjectKey("default", "pi"))
                        .status()
                        .runs())
                .hasSize(1);
    }

    @Test
    void anotherNamespaceIsNotTouched() throws Exception {
        service.objects().put(SlotFixtures.scheduling("s"));

        assertThat(service.send("POST", RESET.replace("default", "other"), "").statusCode())
                .isEqualTo(200);
        assertThat(service.send("POST", RESET.replace("default", "No"), "").statusCode())
                .isEqualTo(422);

        assertThat(service.objects().schedulings()).hasSize(1);
    }
}
