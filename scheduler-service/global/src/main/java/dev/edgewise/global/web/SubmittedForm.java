package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.web.SubmitRequest.CallbackFields;
import dev.edgewise.global.web.SubmitRequest.Manifests;
import dev.edgewise.global.web.SubmitRequest.PolicyFields;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
                        RequestFields.shown(field),
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
                        form.get("node")),
                form.get("priority"),
                number(form, "readyWithinSeconds"),
                number(form, "deadlineSeconds"),
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

    private static @Nullable Integer number(Map<String, String> form, String field) {
        String text = form.get(field);
        if (text == null) {
            return null;
        }
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException none) {
            throw new InvalidInputException(field, RequestFields.shown(text), "a whole number of seconds");
        }
    }
}
