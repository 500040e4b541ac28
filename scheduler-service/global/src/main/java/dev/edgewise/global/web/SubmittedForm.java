package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.web.SubmitRequest.CallbackFields;
import dev.edgewise.global.web.SubmitRequest.Manifests;
import dev.edgewise.global.web.SubmitRequest.PolicyFields;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a request from a form: the manifests as a file, everything else as fields. */
final class SubmittedForm {
    private static final Set<String> FIELDS = Set.of(
            "manifests",
            "namespace",
            "name",
            "clusters",
            "policy",
            "sourceCluster",
            "sourceNode",
            "sourcePod",
            "resource",
            "node",
            "computeMillis",
            "payloadBytes",
            "functions",
            "resultCluster",
            "priority",
            "readyWithinSeconds",
            "deadlineSeconds",
            "onUnreachable",
            "callbackUrl",
            "callbackSecretName",
            "targetNamespace",
            "serviceAccount");

    private SubmittedForm() {}

    /** @throws InvalidInputException if a field is unknown, or is no number where it must be one */
    static SubmitRequest read(Map<String, String> form) {
        for (String field : form.keySet()) {
            if (!FIELDS.contains(field)) {
                throw new InvalidInputException(
                        RequestFieldValidator.shown(field),
                        "an unknown field",
                        "one of " + String.join(", ", new TreeSet<>(FIELDS)));
            }
        }
        return new SubmitRequest(
                form.get("namespace"),
                form.get("name"),
                new Manifests(form.get("manifests"), null, null),
                form.get("clusters"),
                new PolicyFields(
                        form.get("policy"),
                        form.get("sourceCluster"),
                        form.get("sourceNode"),
                        form.get("sourcePod"),
                        form.get("resource"),
                        form.get("node"),
                        call(form)),
                form.get("priority"),
                seconds(form, "readyWithinSeconds"),
                seconds(form, "deadlineSeconds"),
                form.get("onUnreachable"),
                callback(form),
                form.get("targetNamespace"),
                form.get("serviceAccount"));
    }

    private static @Nullable CallbackFields callback(Map<String, String> form) {
        String url = form.get("callbackUrl");
        String secret = form.get("callbackSecretName");
        return url == null && secret == null ? null : new CallbackFields(url, secret);
    }

    private static @Nullable SubmittedFunctionCall call(Map<String, String> form) {
        Double compute = number(form, "computeMillis", Double::valueOf, "a number of milliseconds");
        Long payload = number(form, "payloadBytes", Long::valueOf, "a whole number of bytes");
        Integer functions = number(form, "functions", Integer::valueOf, "a whole number");
        String result = form.get("resultCluster");
        boolean isGiven = compute != null || payload != null || functions != null || result != null;
        return isGiven ? new SubmittedFunctionCall(compute, payload, functions, result) : null;
    }

    private static @Nullable Integer seconds(Map<String, String> form, String field) {
        return number(form, field, Integer::valueOf, "a whole number of seconds");
    }

    private static <N extends Number> @Nullable N number(
            Map<String, String> form, String field, Function<String, N> reader, String allowed) {
        String text = form.get(field);
        if (text == null) {
            return null;
        }
        try {
            return reader.apply(text.strip());
        } catch (NumberFormatException none) {
            throw new InvalidInputException(field, RequestFieldValidator.shown(text), allowed);
        }
    }
}
