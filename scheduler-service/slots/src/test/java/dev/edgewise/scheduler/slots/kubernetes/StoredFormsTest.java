package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which objects are written to the API server, and read back or written by people. */
class StoredFormsTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Instant NOW = Instant.parse("2026-11-28T21:00:00.125Z");
    private static final Instant LATER = Instant.parse("2026-11-28T21:00:05Z");
    private static final ObjectKey SCHEDULING = new ObjectKey("lab", "queue");
    private static final List<Condition> CONDITIONS =
            List.of(new Condition(Condition.READY, false, "NodeProblem", "node n1 lacks cpu", NOW, 3));
    private static final SlotPlace PLACE = new SlotPlace("n1", 4, 1);

    private static JsonNode sent(JsonNode json) throws IOException {
        return new ObjectMapper().readTree(json.toString());
    }

    @Test
    void aTestbedsStatusIsReadAsItWasWritten() throws IOException {
        TestbedStatus status = new TestbedStatus(
                TestbedState.RUNNING,
                3,
                List.of(
                        new Slot(0, PLACE, SlotState.OCCUPIED, "pi", "pi-x", "u1", 7, true, false, null),
                        new Slot(1, PLACE, SlotState.FREE, null, null, null, 0, false, true, "cordoned")),
                "queue",
                NOW,
                List.of(new NodeProblem("n1", "lacks cpu")),
                CONDITIONS);
        assertThat(StatusJson.testbed(sent(StatusJson.of(status)))).isEqualTo(status);
        assertThat(StatusJson.of(status).path("free").asInt()).isOne();
        assertThat(StatusJson.of(status).path("occupied").asInt()).isOne();
        assertThat(StatusJson.testbed(YAML.missingNode())).isEqualTo(TestbedStatus.NONE);
    }

    @Test
    void aJobsStatusIsReadAsItWasWritten() throws IOException {
        BatchJobStatus status = new BatchJobStatus(
                BatchJobState.IN_QUEUE,
                2,
                "queue",
                "lab",
                List.of(0, 2),
                1,
                List.of(
                        new JobRun(5, SCHEDULING, NOW, LATER, false, List.of(0), "no image"),
                        new JobRun(7, SCHEDULING, NOW, null, null, List.of(0, 2), "")),
                CONDITIONS);
        assertThat(StatusJson.job(sent(StatusJson.of(status, "job")))).isEqualTo(status);
        assertThat(StatusJson.job(YAML.missingNode())).isEqualTo(BatchJobStatus.NONE);
    }

    @Test
    void aSchedulingsStatusIsReadAsItWasWritten() throws IOException {
        SchedulingStatus status = new SchedulingStatus(
                SchedulingState.AWAITING_COMPLETION,
                2,
                7,
                List.of(
                        new JobProgress("a", JobProgress.Stage.COMPLETED, List.of(1), 0, ""),
                        new JobProgress("b", JobProgress.Stage.SKIPPED, List.of(), 2, "it failed")),
                CONDITIONS);
        JsonNode json = StatusJson.of(status);
        assertThat(StatusJson.scheduling(sent(json))).isEqualTo(status);
        assertThat(json.path("completed").asInt()).isOne();
        assertThat(json.path("failed").asInt()).isOne();
        assertThat(StatusJson.scheduling(YAML.missingNode())).isEqualTo(SchedulingStatus.NONE);
    }

    @Test
    void whatPeopleWroteIntoAStatusIsReadAsFarAsItCanBe() throws IOException {
        JsonNode wrong = YAML.readTree("{state: Nonsense, runs: [{start: yesterday, successful: 1}], slots: text}");
        assertThat(StatusJson.job(wrong).state()).isEqualTo(BatchJobState.READY);
        assertThat(StatusJson.job(wrong).runs().get(0).start()).isEqualTo(Instant.EPOCH);
        assertThat(StatusJson.testbed(wrong).state()).isEqualTo(TestbedState.INITIAL);
    }

    @Test
    void aLedgerIsReadAsItWasWritten() throws IOException {
        ClaimedJobRun run = new ClaimedJobRun(7, List.of(0, 2), NOW, LATER, null);
        ClaimLedger claims = new ClaimLedger(
                9,
                Map.of(
                        "s1",
                        new Claim(
                                "s1",
                                SCHEDULING,
                                6,
                                "lab",
                                "tb",
                                NOW,
                                Claim.State.HELD,
                                "",
                                List.of(
                                        new ClaimedJob("a", "ua", 0, new JobPhase.Waiting(NOW, LATER, null), null),
                                        new ClaimedJob("b", "ub", 0, new JobPhase.Active(run), null),
                                        new ClaimedJob(
                                                "c",
                                                "uc",
                                                2,
                                                new JobPhase.Stopping(run, JobPhase.Outcome.ABORTED, "deleted", LATER),
                                                new EndedRun(run, JobPhase.Outcome.FAILED, "no image", LATER)),
                                        new ClaimedJob(
                                                "d",
                                                "ud",
                                                0,
                                                new JobPhase.Ended(JobPhase.Outcome.SUCCEEDED, ""),
                                                null)))),
                Map.of("tb", List.of(PLACE)));
        assertThat(ClaimsJsonCodec.read(sent(ClaimsJsonCodec.of(claims)))).isEqualTo(claims);
        assertThat(ClaimsJsonCodec.read(sent(ClaimsJsonCodec.of(ClaimLedger.NONE))))
                .isEqualTo(ClaimLedger.NONE);
    }

    /** A ledger without its data is no empty one: its claims would be given away, and its epochs would begin again. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{\"lastEpoch\": 7, ", "[]", "{}", "{\"claims\": {}}", "{\"lastEpoch\": \"7\"}"})
    void aLedgerThatIsCutOrEmptyIsNone(String text) {
        assertThatThrownBy(() -> ClaimsJsonCodec.read(SlotObjectJsonReader.parse(text)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLedgerThatSomebodyElseWroteIsNone() throws IOException {
        JsonNode wrong = YAML.readTree("{claims: {s: {state: HELD, jobs: [{phase: {is: NOTHING}}]}}}");
        assertThatThrownBy(() -> ClaimsJsonCodec.read(wrong)).isInstanceOf(IllegalArgumentException.class);
    }

    private static KubeObject object(String spec) throws IOException {
        return KubeObject.of(YAML.readTree(
                """
                metadata: {name: one, namespace: lab, uid: u, resourceVersion: "5", generation: 2,
                           creationTimestamp: "2026-11-28T21:00:00Z", finalizers: [other, edgewise.dev/slots]}
                spec: %s
                """
                        .formatted(spec)));
    }

    @Test
    void aTestbedIsReadWithItsDefaults() throws IOException {
        Testbed testbed = SlotObjectJsonReader.testbed(
                object("{nodeLabel: lab/node, slotsPerNode: 2, resourcesPerSlot: {cpu: 600m, memory: 1.75Gi}}"));
        assertThat(testbed.problem()).isNull();
        assertThat(testbed.metadata().hasFinalizer()).isTrue();
        assertThat(testbed.metadata().generation()).isEqualTo(2);
        assertThat(testbed.spec().heldBy()).isEqualTo(FreeSlotHoldingMode.PODS);
        assertThat(testbed.spec().resourcesPerSlot().milliCpu()).isEqualTo(600);
        // 1.75 x 2^30
        assertThat(testbed.spec().resourcesPerSlot().memory()).isEqualTo(1_879_048_192L);
        assertThat(testbed.spec().releaseAfterIdle()).isNull();
    }

    @Test
    void aJobIsReadWithItsDefaultsAndWhatItRuns() throws IOException {
        KubeObject object = object("{job: {template: {}}, externalScheduler: {profiler: [{other: 24 (16)}]}}");
        BatchJob job = SlotObjectJsonReader.job(object);
        assertThat(job.problem()).isNull();
        assertThat(job.spec().application()).isEqualTo("job");
        assertThat(job.spec().failurePolicy()).isEqualTo(FailurePolicy.FAIL);
        assertThat(job.spec().externalScheduler()).isEqualTo(Map.of("profiler", List.of(Map.of("other", "24 (16)"))));
        assertThat(SlotObjectJsonReader.application(object, job)).isEqualTo("{\"template\":{}}");
        BatchJob bounded = SlotObjectJsonReader.job(
                object("{spark: {}, runSeconds: 60, failurePolicy: {retries: 2, backoffSeconds: 5, then: Skip}}"));
        assertThat(bounded.spec().longestRun()).isEqualTo(Duration.ofMinutes(1));
        assertThat(bounded.spec().failurePolicy())
                .isEqualTo(new FailurePolicy(2, Duration.ofSeconds(5), FailurePolicy.AfterRetries.SKIP));
    }

    @Test
    void aSchedulingIsReadInItsOwnNamespaceUnlessItSaysAnother() throws IOException {
        Scheduling queue = SlotObjectJsonReader.scheduling(
                object("{testbed: {name: tb}, queueBased: [{name: b}, {name: a, namespace: other}, {name: b}]}"));
        assertThat(queue.spec().jobs())
                .isEqualTo(new RequestedJobs.Queue(
                        List.of(new ObjectKey("lab", "b"), new ObjectKey("other", "a"), new ObjectKey("lab", "b"))));
        Scheduling slots = SlotObjectJsonReader.scheduling(object(
                "{testbed: {name: tb}, slotBased: {mode: relaxed, jobs: [{name: {name: a}, slotIds: [0, 2]}]}}"));
        assertThat(slots.spec().jobs())
                .isEqualTo(new RequestedJobs.Slots(
                        RequestedJobs.Mode.RELAXED,
                        List.of(new RequestedJobs.JobSlots(new ObjectKey("lab", "a"), List.of(0, 2)))));
    }

    /** An older definition, or one without its rules, admits such specs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            testbed | {nodeLabel: a, slotsPerNode: 0, resourcesPerSlot: {cpu: 1}} | spec.slotsPerNode | 0
            testbed | {slotsPerNode: 1, resourcesPerSlot: {cpu: 1}} | spec.nodeLabel | missing
            testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: 0}} | spec.resourcesPerSlot | {"cpu":0}
            testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: much}} | spec.resourcesPerSlot.cpu | "much"
            testbed | {nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: 1}, heldBy: 1} | spec.heldBy | 1
            job | {} | spec | none
            job | {job: {}, flink: {}} | spec | [job, flink]
            job | {job: {}, runSeconds: long} | spec.runSeconds | "long"
            job | {job: {}, failurePolicy: {then: Hang}} | spec.failurePolicy.then | "Hang"
            scheduling | {testbed: {name: t}} | spec | none
            scheduling | {testbed: {name: t}, queueBased: [], slotBased: {}} | spec | both
            scheduling | {slots: {name: t}, queueBased: [{name: a}]} | spec.testbed.name | missing
            scheduling | {testbed: {name: t}, queueBased: [{name: a}, {}]} | spec.queueBased[1].name | missing
            scheduling | {testbed: {name: t}, slotBased: {mode: STRICT, jobs: []}} | spec.slotBased.mode | "STRICT"
            scheduling | {testbed: {name: t}, slotBased: {jobs: [{name: {name: a}, slotIds: [x]}]}} | spec.slotBased.jobs[0].slotIds[0] | "x"
            """)
    void aSpecThatCannotBeFollowedIsReadWithTheProblem(String kind, String spec, String field, String value)
            throws IOException {
        KubeObject object = object(spec);
        Problem problem =
                switch (kind) {
                    case "testbed" -> SlotObjectJsonReader.testbed(object).problem();
                    case "job" -> SlotObjectJsonReader.job(object).problem();
                    default -> SlotObjectJsonReader.scheduling(object).problem();
                };
        assertThat(problem).isNotNull();
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.value()).isEqualTo(value);
    }

    /** The text {"a":"..."} has 8 characters beside its value. */
    @Test
    void whatRunsHasALargestSize() throws IOException {
        String largest = "x".repeat(131_072 - 8);
        assertThat(SlotObjectJsonReader.job(object("{job: {a: " + largest + "}}"))
                        .problem())
                .isNull();
        KubeObject object = object("{job: {a: x" + largest + "}}");
        BatchJob job = SlotObjectJsonReader.job(object);
        assertThat(job.problem())
                .isEqualTo(
                        new Problem("spec.job", "131073 characters", "an object of at most 131072 characters as JSON"));
        assertThat(SlotObjectJsonReader.application(object, job)).as("kept").isNull();
    }

    /** The text {"a":[{"b":"..."}]} has 16 characters beside its value. */
    @Test
    void dataForSchedulersThatIsTooLargeIsLeftOutAndTheJobRuns() throws IOException {
        String largest = "x".repeat(65_536 - 16);
        BatchJob job = SlotObjectJsonReader.job(
                object("{spark: {}, runSeconds: 60, externalScheduler: {a: [{b: x" + largest + "}]}}"));
        assertThat(job.problem())
                .isEqualTo(new Problem(
                        "spec.externalScheduler", "65537 characters", "an object of at most 65536 characters"));
        assertThat(job.problemOfRuns()).isNull();
        assertThat(job.spec().application()).isEqualTo("spark");
        assertThat(job.spec().longestRun()).isEqualTo(Duration.ofMinutes(1));
        assertThat(job.spec().externalScheduler()).isEmpty();
    }
}
