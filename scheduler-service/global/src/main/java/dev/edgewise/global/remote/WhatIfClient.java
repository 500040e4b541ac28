package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.manifests.RewriteTarget;
import dev.edgewise.global.manifests.SimulatedPods;
import java.time.Duration;
import java.util.List;

/**
 * Asks scheduler-service in a member how many times the pods of a request fit: it knows labels, affinity, taints,
 * volumes and delays, which a capacity does not show. Promised pods are placed first.
 */
final class WhatIfClient {
    /** The pods of one what-if, as scheduler-service takes them. */
    static final int MOST_PODS = 1_000;
    /** Pods of the request from which on no further set is asked about. */
    static final int ENOUGH_PODS = 200;

    private static final int LONGEST_REASON = 300;
    private static final double MILLIS_OF_SECOND = 1_000;

    private WhatIfClient() {}

    /**
     * The answer.
     *
     * @param sets how many sets of all pods fit, of those that were asked about in time
     * @param refusal why none does, for people; empty if one does
     * @param failure why there is no answer, for people; empty if there is one
     */
    record Answer(int sets, String refusal, String failure) {
        static Answer none(String failure) {
            return new Answer(0, "", failure);
        }

        boolean isGiven() {
            return failure.isEmpty();
        }
    }

    /**
     * Returns the answer, also if it is of a part of the pods: a set that was placed as a whole counts.
     *
     * @param within half of it is for the scheduler's work, and half for the way and its turn
     */
    static Answer ask(
            MemberServiceClient services,
            PreparedRequestManifests prepared,
            RewriteTarget target,
            List<PodShape> promised,
            Duration within) {
        List<ObjectNode> set = SimulatedPods.of(prepared.objects(), target, MOST_PODS);
        if (set.isEmpty()) {
            return new Answer(PodSetFitCounter.MOST_SETS, "", "");
        }
        List<ObjectNode> before = SimulatedPods.ofShapes(promised, target.namespace(), MOST_PODS);
        int sets = Math.min(PodSetFitCounter.MOST_SETS, Math.max(1, ENOUGH_PODS / set.size()));
        sets = Math.min(sets, Math.max(0, MOST_PODS - before.size()) / set.size());
        if (sets < 1) {
            return Answer.none("has no what-if of the " + set.size() + " pods and " + before.size()
                    + " that are promised: it takes " + MOST_PODS);
        }
        ObjectNode question = JsonNodeFactory.instance.objectNode();
        ArrayNode pods = question.putArray("pods").addAll(before);
        for (int copy = 0; copy < sets; copy++) {
            pods.addAll(set);
        }
        question.put("timeoutSeconds", Math.max(1, within.toMillis() / 2) / MILLIS_OF_SECOND);
        try {
            JsonNode answer = services.post(
                    MemberServiceClient.SCHEDULER_SERVICE, "/api/v1/placements:simulate", question.toString(), within);
            return read(answer.path("pods"), before.size(), set.size(), prepared.confidential());
        } catch (MemberUnreachableException unanswered) {
            return Answer.none("does not answer: " + unanswered.getMessage());
        }
    }

    /**
     * Counts whole sets up to the first pod that has no node.
     *
     * @param confidential whether no part of the pods may be shown, as an error may do
     */
    static Answer read(JsonNode pods, int before, int size, boolean confidential) {
        int placed = 0;
        for (int index = before; index < pods.size(); index++) {
            JsonNode pod = pods.get(index);
            if (pod.path("error").isObject()) {
                String error = confidential ? pod.path("error").path("reason").asText("") : message(pod);
                return placed >= size ? new Answer(placed / size, "", "") : Answer.none("says " + error);
            }
            if (!pod.path("node").isTextual()) {
                return placed >= size
                        ? new Answer(placed / size, "", "")
                        : new Answer(0, "scheduler-service of the cluster says " + message(pod), "");
            }
            placed++;
        }
        return placed >= size
                ? new Answer(placed / size, "", "")
                : Answer.none("answers about " + placed + " of " + size + " pods in time");
    }

    private static String message(JsonNode pod) {
        String message = pod.path("message").asText("");
        return message.length() <= LONGEST_REASON ? message : message.substring(0, LONGEST_REASON) + "…";
    }
}
