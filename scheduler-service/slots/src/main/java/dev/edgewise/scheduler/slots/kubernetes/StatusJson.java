package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.util.List;

/** Statuses as the API has them. What was written is read as equal, so that no status is written twice. */
final class StatusJson {
    private StatusJson() {}

    static ObjectNode of(TestbedStatus status) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("observedGeneration", status.observedGeneration());
        json.put("state", status.state().name());
        json.put(
                "nodes",
                status.slots().stream()
                        .map(slot -> slot.place().node())
                        .distinct()
                        .count());
        json.put("size", status.slots().size());
        json.put("free", count(status, SlotState.FREE));
        json.put("occupied", count(status, SlotState.OCCUPIED));
        JsonFieldAccess.put(json, "claimedBy", status.claimedBy());
        JsonFieldAccess.put(json, "idleSince", status.idleSince());
        json.set("slots", JsonFieldAccess.array(status.slots(), StatusJson::of));
        json.set("nodeProblems", JsonFieldAccess.array(status.nodeProblems(), problem -> JsonFieldAccess.object()
                .put("node", problem.node())
                .put("message", problem.message())));
        json.set("conditions", JsonFieldAccess.array(status.conditions(), StatusJson::of));
        return json;
    }

    private static long count(TestbedStatus status, SlotState state) {
        return status.slots().stream().filter(slot -> slot.state() == state).count();
    }

    static TestbedStatus testbed(JsonNode json) {
        TestbedState state = TestbedState.INITIAL;
        for (TestbedState each : TestbedState.values()) {
            state = each.name().equals(json.path("state").asText()) ? each : state;
        }
        return new TestbedStatus(
                state,
                json.path("observedGeneration").asLong(),
                JsonFieldAccess.list(json.path("slots"), StatusJson::slot),
                JsonFieldAccess.text(json, "claimedBy"),
                JsonFieldAccess.instant(json, "idleSince"),
                JsonFieldAccess.list(
                        json.path("nodeProblems"),
                        problem -> new NodeProblem(
                                problem.path("node").asText(),
                                problem.path("message").asText())),
                conditions(json));
    }

    private static ObjectNode of(Slot slot) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("position", slot.position());
        json.put("slotPositionOnNode", slot.place().positionOnNode());
        json.put("nodeId", slot.place().nodeIndex());
        json.put("nodeName", slot.place().node());
        json.put("state", slot.state().name());
        JsonFieldAccess.put(json, "reservedFor", slot.reservedFor());
        JsonFieldAccess.put(json, "podName", slot.pod());
        JsonFieldAccess.put(json, "podUid", slot.podUid());
        if (slot.epoch() != 0) {
            json.put("epoch", slot.epoch());
        }
        json.put("held", slot.held());
        if (slot.retiring()) {
            json.put("retiring", true);
        }
        JsonFieldAccess.put(json, "problem", slot.problem());
        return json;
    }

    private static Slot slot(JsonNode json) {
        SlotState state = SlotState.FREE;
        for (SlotState each : SlotState.values()) {
            state = each.name().equals(json.path("state").asText()) ? each : state;
        }
        return new Slot(
                json.path("position").asInt(),
                new SlotPlace(
                        json.path("nodeName").asText(),
                        json.path("nodeId").asInt(),
                        json.path("slotPositionOnNode").asInt()),
                state,
                JsonFieldAccess.text(json, "reservedFor"),
                JsonFieldAccess.text(json, "podName"),
                JsonFieldAccess.text(json, "podUid"),
                json.path("epoch").asLong(),
                json.path("held").asBoolean(),
                json.path("retiring").asBoolean(),
                JsonFieldAccess.text(json, "problem"));
    }

    /** @param application kind of the job's application, for people */
    static ObjectNode of(BatchJobStatus status, String application) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("observedGeneration", status.observedGeneration());
        JsonFieldAccess.put(json, "application", application);
        json.put("state", EnumText.of(status.state()));
        JsonFieldAccess.put(json, "claimedBy", status.claimedBy());
        JsonFieldAccess.put(json, "testbed", status.testbed());
        json.set("slots", JsonFieldAccess.integers(status.slots()));
        json.put("failures", status.failures());
        json.set("runs", JsonFieldAccess.array(status.runs(), StatusJson::of));
        json.set("conditions", JsonFieldAccess.array(status.conditions(), StatusJson::of));
        return json;
    }

    static BatchJobStatus job(JsonNode json) {
        return new BatchJobStatus(
                EnumText.read(BatchJobState.class, JsonFieldAccess.text(json, "state"), BatchJobState.READY),
                json.path("observedGeneration").asLong(),
                JsonFieldAccess.text(json, "claimedBy"),
                JsonFieldAccess.text(json, "testbed"),
                JsonFieldAccess.integers(json.path("slots")),
                json.path("failures").asInt(),
                JsonFieldAccess.list(json.path("runs"), StatusJson::run),
                conditions(json));
    }

    private static ObjectNode of(JobRun run) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("epoch", run.epoch());
        json.putObject("scheduling")
                .put("name", run.scheduling().name())
                .put("namespace", run.scheduling().namespace());
        JsonFieldAccess.put(json, "start", run.start());
        JsonFieldAccess.put(json, "stop", run.stop());
        if (run.successful() != null) {
            json.put("successful", run.successful());
        }
        json.set("slots", JsonFieldAccess.integers(run.slots()));
        JsonFieldAccess.put(json, "message", run.message());
        return json;
    }

    private static JobRun run(JsonNode json) {
        JsonNode successful = json.path("successful");
        return new JobRun(
                json.path("epoch").asLong(),
                new ObjectKey(
                        json.at("/scheduling/namespace").asText(),
                        json.at("/scheduling/name").asText()),
                JsonFieldAccess.instantOrEpoch(json, "start"),
                JsonFieldAccess.instant(json, "stop"),
                successful.isBoolean() ? successful.asBoolean() : null,
                JsonFieldAccess.integers(json.path("slots")),
                json.path("message").asText());
    }

    static ObjectNode of(SchedulingStatus status) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("observedGeneration", status.observedGeneration());
        json.put("state", EnumText.of(status.state()));
        json.put("epoch", status.epoch());
        json.put("size", status.jobs().size());
        json.put("completed", count(status, JobProgress.Stage.COMPLETED));
        json.put("failed", count(status, JobProgress.Stage.FAILED) + count(status, JobProgress.Stage.SKIPPED));
        json.set("jobs", JsonFieldAccess.array(status.jobs(), StatusJson::of));
        json.set("conditions", JsonFieldAccess.array(status.conditions(), StatusJson::of));
        return json;
    }

    private static long count(SchedulingStatus status, JobProgress.Stage stage) {
        return status.jobs().stream().filter(job -> job.stage() == stage).count();
    }

    static SchedulingStatus scheduling(JsonNode json) {
        return new SchedulingStatus(
                EnumText.read(SchedulingState.class, JsonFieldAccess.text(json, "state"), SchedulingState.ACQUIRING),
                json.path("observedGeneration").asLong(),
                json.path("epoch").asLong(),
                JsonFieldAccess.list(json.path("jobs"), StatusJson::progress),
                conditions(json));
    }

    private static ObjectNode of(JobProgress job) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("name", job.job());
        json.put("state", EnumText.of(job.stage()));
        json.set("slots", JsonFieldAccess.integers(job.slots()));
        json.put("failures", job.failures());
        JsonFieldAccess.put(json, "message", job.message());
        return json;
    }

    private static JobProgress progress(JsonNode json) {
        return new JobProgress(
                json.path("name").asText(),
                EnumText.read(
                        JobProgress.Stage.class, JsonFieldAccess.text(json, "state"), JobProgress.Stage.ACQUIRING),
                JsonFieldAccess.integers(json.path("slots")),
                json.path("failures").asInt(),
                json.path("message").asText());
    }

    private static ObjectNode of(Condition condition) {
        return JsonFieldAccess.object()
                .put("type", condition.type())
                .put("status", condition.holds() ? "True" : "False")
                .put("observedGeneration", condition.observedGeneration())
                .put("lastTransitionTime", condition.since().toString())
                .put("reason", condition.reason())
                .put("message", condition.message());
    }

    private static List<Condition> conditions(JsonNode status) {
        return JsonFieldAccess.list(
                status.path("conditions"),
                json -> new Condition(
                        json.path("type").asText(),
                        json.path("status").asText().equals("True"),
                        json.path("reason").asText(),
                        json.path("message").asText(),
                        JsonFieldAccess.instantOrEpoch(json, "lastTransitionTime"),
                        json.path("observedGeneration").asLong()));
    }
}
