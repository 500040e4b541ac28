package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ledger of a namespace as its ConfigMap has it. What was written is read as equal. */
final class ClaimsJsonCodec {
    private ClaimsJsonCodec() {}

    static ObjectNode of(ClaimLedger claims) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("lastEpoch", claims.lastEpoch());
        ObjectNode byUid = json.putObject("claims");
        new TreeMap<>(claims.bySchedulingUid()).forEach((uid, claim) -> byUid.set(uid, of(claim)));
        ObjectNode layouts = json.putObject("layouts");
        new TreeMap<>(claims.layouts())
                .forEach((uid, places) -> layouts.set(uid, JsonFieldAccess.array(places, ClaimsJsonCodec::of)));
        return json;
    }

    static ClaimLedger read(JsonNode json) {
        if (!json.path("lastEpoch").isIntegralNumber()) {
            throw new IllegalArgumentException(
                    "lastEpoch is " + json.path("lastEpoch") + ": it must be a whole number");
        }
        Map<String, Claim> claims = new LinkedHashMap<>();
        json.path("claims").properties().forEach(claim -> claims.put(claim.getKey(), claim(claim.getValue())));
        Map<String, List<SlotPlace>> layouts = new LinkedHashMap<>();
        json.path("layouts")
                .properties()
                .forEach(layout ->
                        layouts.put(layout.getKey(), JsonFieldAccess.list(layout.getValue(), ClaimsJsonCodec::place)));
        return new ClaimLedger(json.path("lastEpoch").asLong(), claims, layouts);
    }

    private static ObjectNode of(SlotPlace place) {
        return JsonFieldAccess.object()
                .put("node", place.node())
                .put("index", place.nodeIndex())
                .put("position", place.positionOnNode());
    }

    private static SlotPlace place(JsonNode json) {
        return new SlotPlace(
                json.path("node").asText(),
                json.path("index").asInt(),
                json.path("position").asInt());
    }

    private static ObjectNode of(Claim claim) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("uid", claim.schedulingUid());
        json.put("namespace", claim.scheduling().namespace());
        json.put("name", claim.scheduling().name());
        json.put("epoch", claim.epoch());
        json.put("testbed", claim.testbed());
        json.put("testbedUid", claim.testbedUid());
        JsonFieldAccess.put(json, "since", claim.since());
        json.put("state", claim.state().name());
        JsonFieldAccess.put(json, "reason", claim.reason());
        json.set("jobs", JsonFieldAccess.array(claim.jobs(), ClaimsJsonCodec::of));
        return json;
    }

    private static Claim claim(JsonNode json) {
        return new Claim(
                json.path("uid").asText(),
                new ObjectKey(json.path("namespace").asText(), json.path("name").asText()),
                json.path("epoch").asLong(),
                json.path("testbed").asText(),
                json.path("testbedUid").asText(),
                JsonFieldAccess.instantOrEpoch(json, "since"),
                Claim.State.valueOf(json.path("state").asText()),
                json.path("reason").asText(),
                JsonFieldAccess.list(json.path("jobs"), ClaimsJsonCodec::job));
    }

    private static ObjectNode of(ClaimedJob job) {
        ObjectNode json = JsonFieldAccess.object();
        json.put("name", job.name()).put("uid", job.uid()).put("failures", job.failures());
        json.set("phase", of(job.phase()));
        EndedRun last = job.lastEnded();
        if (last != null) {
            ObjectNode ended = json.putObject("lastEnded");
            ended.set("run", of(last.run()));
            ended.put("outcome", last.outcome().name());
            JsonFieldAccess.put(ended, "message", last.message());
            JsonFieldAccess.put(ended, "stoppedAt", last.stoppedAt());
        }
        return json;
    }

    private static ClaimedJob job(JsonNode json) {
        return new ClaimedJob(
                json.path("name").asText(),
                json.path("uid").asText(),
                json.path("failures").asInt(),
                phase(json.path("phase")),
                ended(json.path("lastEnded")));
    }

    private static @Nullable EndedRun ended(JsonNode json) {
        return json.isMissingNode()
                ? null
                : new EndedRun(
                        run(json.path("run")),
                        JobPhase.Outcome.valueOf(json.path("outcome").asText()),
                        json.path("message").asText(),
                        JsonFieldAccess.instantOrEpoch(json, "stoppedAt"));
    }

    private static ObjectNode of(JobPhase phase) {
        ObjectNode json = JsonFieldAccess.object();
        if (phase instanceof JobPhase.Waiting waiting) {
            json.put("is", "WAITING");
            JsonFieldAccess.put(json, "since", waiting.since());
            JsonFieldAccess.put(json, "notBefore", waiting.notBefore());
            JsonFieldAccess.put(json, "blockedSince", waiting.blockedSince());
        } else if (phase instanceof JobPhase.Active active) {
            json.put("is", "ACTIVE");
            json.set("run", of(active.run()));
        } else if (phase instanceof JobPhase.Stopping stopping) {
            json.put("is", "STOPPING").put("outcome", stopping.outcome().name());
            json.set("run", of(stopping.run()));
            JsonFieldAccess.put(json, "message", stopping.message());
            JsonFieldAccess.put(json, "since", stopping.since());
        } else if (phase instanceof JobPhase.Ended ended) {
            json.put("is", "ENDED").put("outcome", ended.outcome().name());
            JsonFieldAccess.put(json, "message", ended.message());
        }
        return json;
    }

    private static JobPhase phase(JsonNode json) {
        String is = json.path("is").asText();
        String message = json.path("message").asText();
        return switch (is) {
            case "WAITING" ->
                new JobPhase.Waiting(
                        JsonFieldAccess.instantOrEpoch(json, "since"),
                        JsonFieldAccess.instant(json, "notBefore"),
                        JsonFieldAccess.instant(json, "blockedSince"));
            case "ACTIVE" -> new JobPhase.Active(run(json.path("run")));
            case "STOPPING" ->
                new JobPhase.Stopping(
                        run(json.path("run")), outcome(json), message, JsonFieldAccess.instantOrEpoch(json, "since"));
            case "ENDED" -> new JobPhase.Ended(outcome(json), message);
            default -> throw new IllegalArgumentException("a job's phase is \"" + is + "\"");
        };
    }

    private static JobPhase.Outcome outcome(JsonNode json) {
        return JobPhase.Outcome.valueOf(json.path("outcome").asText());
    }

    private static ObjectNode of(ClaimedJobRun run) {
        ObjectNode json = JsonFieldAccess.object().put("epoch", run.epoch());
        json.set("positions", JsonFieldAccess.integers(run.positions()));
        JsonFieldAccess.put(json, "assignedAt", run.assignedAt());
        JsonFieldAccess.put(json, "placedAt", run.placedAt());
        JsonFieldAccess.put(json, "startedAt", run.startedAt());
        if (!run.finished().isEmpty()) {
            json.set("finished", JsonFieldAccess.integers(run.finished()));
        }
        return json;
    }

    private static ClaimedJobRun run(JsonNode json) {
        return new ClaimedJobRun(
                json.path("epoch").asLong(),
                JsonFieldAccess.integers(json.path("positions")),
                JsonFieldAccess.instantOrEpoch(json, "assignedAt"),
                JsonFieldAccess.instant(json, "placedAt"),
                JsonFieldAccess.instant(json, "startedAt"),
                JsonFieldAccess.integers(json.path("finished")));
    }
}
