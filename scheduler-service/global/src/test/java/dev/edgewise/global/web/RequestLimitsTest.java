package dev.edgewise.global.web;

import dev.edgewise.common.testing.SchemaLimits;
import dev.edgewise.global.web.SubmitRequest.CallbackFields;
import dev.edgewise.global.web.SubmitRequest.Manifests;
import dev.edgewise.global.web.SubmitRequest.PolicyFields;
import dev.edgewise.global.web.SubmitRequest.Reference;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests have the limits of the kind that they write. */
class RequestLimitsTest {
    private static final Manifests DOCUMENT = new Manifests("kind: Pod", null, null);
    private static final List<String> CLUSTERS = List.of("c1");
    private static final String URL = "http://hooks.example.org/";

    private final SchemaLimits limits = read();

    private static SchemaLimits read() {
        try {
            String yaml = Files.readString(RepositoryFiles.file("deploy/kubernetes/global/globalrequests.yaml"));
            GenericKubernetesResource definition =
                    new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
            Map<String, Object> fields =
                    definition.get("spec", "versions", 0, "schema", "openAPIV3Schema", "properties");
            return new SchemaLimits(
                    Map.of("properties", Map.of("metadata", fields.get("metadata"), "spec", fields.get("spec"))));
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    @Test
    void ofGlobalRequests() {
        limits.compare("metadata.name maxLength", "name", n -> RequestFieldValidator.key("shop", text(n)));
        manifests();
        clusters();
        policy();
        call();
        rest();
        limits.requireAllBut(List.of());
    }

    private void manifests() {
        limits.compare(
                "spec.manifests maxProperties",
                "manifests",
                n -> submit(n > 1 ? new Manifests("kind: Pod", new Reference("a", "b"), null) : DOCUMENT));
        limits.compare(
                "spec.manifests minProperties",
                "manifests",
                n -> submit(n < 1 ? new Manifests(null, null, null) : DOCUMENT));
        limits.compare(
                "spec.manifests.inline maxLength", "manifests.inline", n -> submit(new Manifests(text(n), null, null)));
        String map = "spec.manifests.configMapRef.";
        limits.compare(
                map + "name maxLength",
                "manifests.configMapRef.name",
                n -> submit(new Manifests(null, new Reference(text(n), "k"), null)));
        limits.compare(
                map + "key maxLength",
                "manifests.configMapRef.key",
                n -> submit(new Manifests(null, new Reference("m", text(n)), null)));
        String secret = "spec.manifests.secretRef.";
        limits.compare(
                secret + "name maxLength",
                "manifests.secretRef.name",
                n -> submit(new Manifests(null, null, new Reference(text(n), "k"))));
        limits.compare(
                secret + "key maxLength",
                "manifests.secretRef.key",
                n -> submit(new Manifests(null, null, new Reference("s", text(n)))));
    }

    private void clusters() {
        limits.compare("spec.clusters maxItems", "clusters", n -> submit(names((int) n)));
        limits.compare("spec.clusters minItems", "clusters", n -> submit(names((int) n)));
        limits.compare("spec.clusters[] maxItems", "clusters[0]", n -> submit(List.of(names((int) n))));
        limits.compare("spec.clusters[] minItems", "clusters[0]", n -> submit(List.of(names((int) n))));
        limits.compare("spec.clusters[][] maxLength", "clusters[0]", n -> submit(List.of(text(n))));
    }

    private void policy() {
        limits.compare(
                "spec.policy.sourceCluster maxLength",
                "policy.sourceCluster",
                n -> submit(new PolicyFields("LowLatency", text(n), null, null, null, null, null)));
        limits.compare(
                "spec.policy.sourceNode maxLength",
                "policy.sourceNode",
                n -> submit(new PolicyFields("LowLatency", null, text(n), null, null, null, null)));
        // Two names of 253 characters, and what is between them.
        limits.compare(
                "spec.policy.sourcePod maxLength",
                "policy.sourcePod",
                n -> submit(
                        new PolicyFields("LowLatency", null, null, text(n - 254) + "/" + text(253), null, null, null)));
        limits.compare(
                "spec.policy.node maxLength",
                "policy.node",
                n -> submit(new PolicyFields("SelectedCluster", null, null, null, null, text(n), null)));
    }

    private void call() {
        String call = "spec.policy.call.";
        String field = "policy.call.";
        limits.compare(
                call + "computeMillis maximum",
                field + "computeMillis",
                n -> submit(new SubmittedFunctionCall(n, null, null, null)));
        limits.compare(
                call + "computeMillis minimum",
                field + "computeMillis",
                0.0001,
                n -> submit(new SubmittedFunctionCall(n, null, null, null)));
        limits.compare(
                call + "payloadBytes maximum",
                field + "payloadBytes",
                n -> submit(new SubmittedFunctionCall(1.0, (long) n, null, null)));
        limits.compare(
                call + "payloadBytes minimum",
                field + "payloadBytes",
                n -> submit(new SubmittedFunctionCall(1.0, (long) n, null, null)));
        limits.compare(
                call + "functions maximum",
                field + "functions",
                n -> submit(new SubmittedFunctionCall(1.0, null, (int) n, null)));
        limits.compare(
                call + "functions minimum",
                field + "functions",
                n -> submit(new SubmittedFunctionCall(1.0, null, (int) n, null)));
        limits.compare(
                call + "resultCluster maxLength",
                field + "resultCluster",
                n -> submit(new SubmittedFunctionCall(1.0, null, null, text(n))));
    }

    private void rest() {
        limits.compare("spec.readyWithinSeconds maximum", "readyWithinSeconds", n -> submit((int) n, null));
        limits.compare("spec.readyWithinSeconds minimum", "readyWithinSeconds", n -> submit((int) n, null));
        limits.compare("spec.deadlineSeconds maximum", "deadlineSeconds", n -> submit(null, (int) n));
        limits.compare("spec.deadlineSeconds minimum", "deadlineSeconds", n -> submit(null, (int) n));
        limits.compare(
                "spec.callback.url maxLength",
                "callback.url",
                n -> submit(new CallbackFields(URL + text(n - URL.length()), null)));
        limits.compare(
                "spec.callback.secretName maxLength",
                "callback.secretName",
                n -> submit(new CallbackFields(URL, text(n))));
        limits.compare("spec.targetNamespace maxLength", "targetNamespace", n -> submit(text(n), null));
        limits.compare("spec.serviceAccount maxLength", "serviceAccount", n -> submit(null, text(n)));
    }

    private static String text(double length) {
        return "a".repeat((int) length);
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i).toList();
    }

    private static void submit(Manifests manifests) {
        submit(manifests, CLUSTERS, null, null, null, null, null, null);
    }

    private static void submit(List<?> clusters) {
        submit(DOCUMENT, clusters, null, null, null, null, null, null);
    }

    private static void submit(PolicyFields policy) {
        submit(DOCUMENT, CLUSTERS, policy, null, null, null, null, null);
    }

    private static void submit(SubmittedFunctionCall call) {
        submit(new PolicyFields("ResponseTime", null, null, null, null, null, call));
    }

    private static void submit(Integer readyWithinSeconds, Integer deadlineSeconds) {
        submit(DOCUMENT, CLUSTERS, null, readyWithinSeconds, deadlineSeconds, null, null, null);
    }

    private static void submit(CallbackFields callback) {
        submit(DOCUMENT, CLUSTERS, null, null, null, callback, null, null);
    }

    private static void submit(String targetNamespace, String serviceAccount) {
        submit(DOCUMENT, CLUSTERS, null, null, null, null, targetNamespace, serviceAccount);
    }

    private static void submit(
            Manifests manifests,
            List<?> clusters,
            PolicyFields policy,
            Integer readyWithinSeconds,
            Integer deadlineSeconds,
            CallbackFields callback,
            String targetNamespace,
            String serviceAccount) {
        new SubmitRequest(
                        "shop",
                        "web",
                        manifests,
                        clusters,
                        policy,
                        null,
                        readyWithinSeconds,
                        deadlineSeconds,
                        null,
                        callback,
                        targetNamespace,
                        serviceAccount)
                .spec();
    }
}
