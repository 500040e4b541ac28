package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;

/**
 * The conditions of a request, which follow from its status: {@code Accepted}, whether it can be read; {@code Ready},
 * whether its work runs; and, as long as another cluster answers under the name of one with an attempt, {@code
 * ClusterReplaced}.
 */
final class GlobalRequestConditions {
    private static final int LONGEST_MESSAGE = 32_000;

    private GlobalRequestConditions() {}

    /** @param before the conditions as they were: one whose status stays keeps its time */
    static ArrayNode of(GlobalRequest request, RequestStatus status, JsonNode before, Instant now) {
        ArrayNode conditions = JsonNodeFactory.instance.arrayNode();
        Problem problem = request.problem();
        Entry entry = new Entry(conditions, before, request.generation(), now);
        if (problem == null) {
            entry.add("Accepted", "True", "Valid", "");
        } else {
            entry.add("Accepted", "False", "Invalid", problem.text());
        }
        boolean ready = status.phase() == RequestPhase.COMPLETED;
        entry.add("Ready", ready ? "True" : "False", EnumText.of(status.phase()), status.message());
        String replaced = replaced(status);
        if (!replaced.isEmpty()) {
            entry.add("ClusterReplaced", "True", "OtherUid", replaced);
        }
        return conditions;
    }

    private static String replaced(RequestStatus status) {
        return status.attempts().stream()
                .filter(attempt -> !attempt.replacedBy().isEmpty())
                .map(attempt -> "cluster " + attempt.cluster() + " has uid " + attempt.replacedBy() + " now; attempt "
                        + attempt.number() + " is in the former one with uid " + attempt.clusterUid())
                .collect(Collectors.joining("; "));
    }

    private record Entry(ArrayNode conditions, JsonNode before, long generation, Instant now) {
        void add(String type, String status, String reason, String message) {
            String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
            for (JsonNode each : before) {
                if (each.path("type").asText().equals(type)
                        && each.path("status").asText().equals(status)) {
                    since = each.path("lastTransitionTime").asText(since);
                }
            }
            conditions
                    .addObject()
                    .put("type", type)
                    .put("status", status)
                    .put("observedGeneration", generation)
                    .put("lastTransitionTime", since)
                    .put("reason", reason)
                    .put("message", message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
        }
    }
}
