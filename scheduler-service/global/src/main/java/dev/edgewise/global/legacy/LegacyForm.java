package dev.edgewise.global.legacy;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.web.SubmitRequest;
import dev.edgewise.global.web.SubmitRequest.CallbackFields;
import dev.edgewise.global.web.SubmitRequest.Manifests;
import dev.edgewise.global.web.SubmitRequest.PolicyFields;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the prototype's forms as a request. A project is a namespace, else a workspace or user is. Fields that
 * are not known are ignored. Nothing of a form is evaluated: the list of clusters is read by the parser of all
 * requests.
 *
 * @param fields text by name
 * @param namespace of requests that name none
 */
record LegacyForm(Map<String, String> fields, String namespace) {
    /** Returns a request by latency from a node, or from the node of a pod. */
    SubmitRequest low() {
        String pod = text("mode", "default").equals("frompod") ? target() + "/" + required("pod_name") : null;
        return request(
                clusters(),
                new PolicyFields(
                        "LowLatency", fields.get("source_cluster"), fields.get("source_node"), pod, null, null, null));
    }

    /** Returns a request by what is free: of all resources, or the one that the mode names. */
    SubmitRequest most() {
        String resource =
                switch (text("mode", "default")) {
                    case "default" -> "All";
                    case "cpu" -> "Cpu";
                    case "memory" -> "Memory";
                    case "gpu" -> "Gpu";
                    default -> throw mode("default, cpu, memory or gpu");
                };
        return request(clusters(), new PolicyFields("MostAvailable", null, null, null, resource, null, null));
    }

    /** Returns a request for clusters in turn, or for one node of one cluster. */
    SubmitRequest select() {
        return switch (text("mode", "cluster")) {
            case "cluster", "default" ->
                request(clusters(), new PolicyFields("SelectedCluster", null, null, null, null, null, null));
            case "node" ->
                request(
                        "[" + required("select_cluster") + "]",
                        new PolicyFields("SelectedCluster", null, null, null, null, required("select_node"), null));
            default -> throw mode("cluster or node");
        };
    }

    private SubmitRequest request(String clusters, PolicyFields policy) {
        String callback = fields.get("callback_url");
        return new SubmitRequest(
                target(),
                "req-" + UUID.randomUUID(),
                new Manifests(required("yaml_file"), null, null),
                clusters,
                policy,
                text("fast_option", "").equals("fast") ? "Fast" : "Base",
                null,
                null,
                null,
                callback == null ? null : new CallbackFields(callback, null),
                null,
                null);
    }

    private String target() {
        return Stream.of("project_name", "workspace_name", "user_name")
                .map(fields::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(namespace);
    }

    /** The page of the prototype names the field otherwise than its server. */
    private String clusters() {
        String other = fields.get("selected_clusters");
        return other == null ? required("select_clusters") : other;
    }

    private String text(String field, String otherwise) {
        return fields.getOrDefault(field, otherwise).strip();
    }

    private String required(String field) {
        @Nullable String text = fields.get(field);
        if (text == null) {
            throw new InvalidInputException(field, "nothing", "in the form");
        }
        return text;
    }

    private InvalidInputException mode(String allowed) {
        return new InvalidInputException("mode", text("mode", ""), allowed);
    }
}
