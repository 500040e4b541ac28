package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import java.util.Locale;

/** Writes into pods which node a policy prefers: the scheduler, its ranking, and a selected node. */
final class PodPlacementWriter {
    /** The variable that the prototype's scheduler reads. */
    static final String PROTOTYPE_VARIABLE = "gschConfig";

    private static final String HOSTNAME = "kubernetes.io/hostname";
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private PodPlacementWriter() {}

    /** @param pod a Pod or the template of pods, of which {@code spec} is a part */
    static void write(ObjectNode pod, ObjectNode spec, RewriteTarget target) {
        Policy policy = target.policy();
        if (policy.type() == PolicyType.SELECTED_CLUSTER && !policy.node().isEmpty()) {
            ManifestRewriter.child(spec, "nodeSelector").put(HOSTNAME, policy.node());
        }
        String scheduler = scheduler(spec, target);
        if (scheduler.isEmpty()) {
            return;
        }
        spec.put("schedulerName", scheduler);
        if (ManifestRewriter.schedulerName(policy).isEmpty()) {
            return;
        }
        ObjectNode annotations = ManifestRewriter.child(ManifestRewriter.child(pod, "metadata"), "annotations");
        putIfAbsent(annotations, Names.PLACEMENT_ANNOTATION, placement(policy));
        boolean isTimed = policy.type() == PolicyType.RESPONSE_TIME;
        if ((isTimed || policy.type() == PolicyType.LOW_LATENCY)
                && !target.sourceNode().isEmpty()) {
            putIfAbsent(annotations, Names.SOURCE_NODE_ANNOTATION, target.sourceNode());
        }
        if (isTimed) {
            putIfAbsent(
                    annotations,
                    Names.CALL_COMPUTE_ANNOTATION,
                    Double.toString(policy.call().computeMillis()));
            putIfAbsent(
                    annotations,
                    Names.CALL_PAYLOAD_ANNOTATION,
                    Long.toString(policy.call().payloadBytes()));
        }
        // The prototype has no such ranking: what it calls most requested are the most available nodes.
        boolean isOfPrototype = policy.type() != PolicyType.MOST_REQUESTED;
        if (isOfPrototype && scheduler.equals(ManifestRewriter.GRIFFIN_SCHEDULER)) {
            String variable = prototypeVariable(policy, target.sourceNode());
            spec.path("containers").forEach(container -> setVariable(container, variable));
        }
    }

    /**
     * Returns the scheduler that gets the policy by annotations; empty if the pods name another one than
     * griffin_scheduler, or nothing names any.
     */
    private static String scheduler(ObjectNode spec, RewriteTarget target) {
        String given = spec.path("schedulerName").asText("");
        if (given.isEmpty() || given.equals(DEFAULT_SCHEDULER)) {
            return target.schedulerName();
        }
        boolean isMarked = given.equals(target.schedulerName()) || given.equals(ManifestRewriter.GRIFFIN_SCHEDULER);
        return isMarked ? given : "";
    }

    /** Writes an annotation, unless the tenant has. */
    private static void putIfAbsent(ObjectNode annotations, String name, String value) {
        if (!annotations.has(name)) {
            annotations.put(name, value);
        }
    }

    private static String placement(Policy policy) {
        if (policy.type() == PolicyType.LOW_LATENCY) {
            return "low-latency";
        }
        if (policy.type() == PolicyType.RESPONSE_TIME) {
            return "response-time";
        }
        String share = policy.type() == PolicyType.MOST_REQUESTED ? "most-requested" : "most-available";
        return policy.resource() == RankedResource.ALL
                ? share
                : share + "-" + policy.resource().name().toLowerCase(Locale.ROOT);
    }

    private static String prototypeVariable(Policy policy, String sourceNode) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        boolean latency = policy.type() == PolicyType.LOW_LATENCY;
        config.put("scope", "local").put("priority", latency ? "GLowLatencyPriority" : "GMostRequestedPriority");
        ObjectNode option = config.putObject("option");
        if (latency && !sourceNode.isEmpty()) {
            option.put("source_node", sourceNode);
        }
        return config.toString();
    }

    private static void setVariable(JsonNode container, String value) {
        if (!(container instanceof ObjectNode object)) {
            return;
        }
        var variables = object.path("env").isArray() ? object.withArrayProperty("env") : object.putArray("env");
        for (JsonNode variable : variables) {
            if (variable.path("name").asText().equals(PROTOTYPE_VARIABLE)) {
                ((ObjectNode) variable).put("value", value).remove("valueFrom");
                return;
            }
        }
        variables.addObject().put("name", PROTOTYPE_VARIABLE).put("value", value);
    }
}
