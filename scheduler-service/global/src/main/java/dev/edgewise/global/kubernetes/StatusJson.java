package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a GlobalRequest as JSON. Nothing but the service writes it; a value that cannot be read is as good as
 * none.
 */
final class StatusJson {
    private static final int LONGEST_IDENTITY = 64;

    private StatusJson() {}

    static RequestStatus read(JsonNode status) {
        if (!status.isObject() || !status.has("phase")) {
            return RequestStatus.NEW;
        }
        RequestPhase phase =
                EnumText.find(RequestPhase.class, status.path("phase").asText());
        List<Attempt> attempts = new ArrayList<>();
        status.path("attempts").forEach(each -> attempts.add(attempt(each)));
        return new RequestStatus(
                phase == null ? RequestPhase.QUEUED : phase,
                status.path("observedGeneration").asLong(),
                status.path("failures").asInt(),
                attempts,
                instant(status, "notBefore"),
                instant(status, "startedAt"),
                instant(status, "endedAt"),
                status.path("message").asText());
    }

    private static Attempt attempt(JsonNode json) {
        AttemptPhase phase =
                EnumText.find(AttemptPhase.class, json.path("phase").asText());
        return new Attempt(
                json.path("number").asInt(),
                json.path("round").asInt(),
                json.path("level").asInt(),
                json.path("cluster").asText(),
                json.path("clusterUid").asText(),
                // What is unknown may have objects.
                phase == null ? AttemptPhase.CLEANING : phase,
                instantOrEpoch(json, "startedAt"),
                instantOrEpoch(json, "deadline"),
                instantOrEpoch(json, "since"),
                json.path("reason").asText(),
                shortText(json, "manifests"),
                shortText(json, "replacedBy"));
    }

    /** Returns a text, or none where it is longer than the field may be. */
    private static String shortText(JsonNode object, String field) {
        String text = object.path(field).asText();
        return text.length() <= LONGEST_IDENTITY ? text : "";
    }

    /** Returns a merge patch of the status: null for what is not set, and nothing about fields of others. */
    static ObjectNode patch(RequestStatus status, ArrayNode conditions) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("phase", EnumText.of(status.phase())).put("observedGeneration", status.observedGeneration());
        json.put("failures", status.failures()).put("message", status.message());
        put(json, "notBefore", status.notBefore());
        put(json, "startedAt", status.startedAt());
        put(json, "endedAt", status.endedAt());
        json.put("attemptCount", status.attempts().size());
        String cluster = cluster(status);
        json.put("cluster", cluster.isEmpty() ? null : cluster);
        ArrayNode attempts = json.putArray("attempts");
        status.attempts().forEach(attempt -> attempts.add(json(attempt)));
        json.set("conditions", conditions);
        return json;
    }

    /** Returns the clusters in which it runs or is tried, for a column. */
    private static String cluster(RequestStatus status) {
        List<String> chosen = status.chosen();
        if (!chosen.isEmpty()) {
            return String.join(",", chosen);
        }
        return status.attempts().stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.TRYING)
                .map(Attempt::cluster)
                .reduce((first, next) -> first + "," + next)
                .orElse("");
    }

    private static ObjectNode json(Attempt attempt) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("number", attempt.number()).put("round", attempt.round()).put("level", attempt.level());
        json.put("cluster", attempt.cluster()).put("clusterUid", attempt.clusterUid());
        json.put("phase", EnumText.of(attempt.phase()));
        json.put("startedAt", attempt.startedAt().toString())
                .put("deadline", attempt.deadline().toString());
        json.put("since", attempt.since().toString()).put("reason", attempt.reason());
        if (!attempt.manifests().isEmpty()) {
            json.put("manifests", attempt.manifests());
        }
        if (!attempt.replacedBy().isEmpty()) {
            json.put("replacedBy", attempt.replacedBy());
        }
        return json;
    }

    private static void put(ObjectNode json, String field, @Nullable Instant instant) {
        json.put(field, instant == null ? null : instant.toString());
    }

    static @Nullable Instant instant(JsonNode object, String field) {
        JsonNode text = object.path(field);
        if (!text.isTextual()) {
            return null;
        }
        try {
            return Instant.parse(text.asText());
        } catch (DateTimeParseException none) {
            return null;
        }
    }

    private static Instant instantOrEpoch(JsonNode object, String field) {
        Instant instant = instant(object, field);
        return instant == null ? Instant.EPOCH : instant;
    }
}
