package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The admission policy of node set-up on a real API server, for one account of the test alone. Nothing is carried out.
 */
class NodeSetUpPolicyAT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Path POLICY =
            RepositoryFiles.file("deploy/kubernetes/components/slots-node-set-up/admission.yaml");
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic";
    private static final String BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";

    private RealApi api;
    private RealSite site;
    private KubernetesClient service;
    private String node;

    @BeforeEach
    void define() {
        api = new RealApi(RealApi.kubeconfig("KUBECONFIG"));
        site = new RealSite(api);
        String account = "system:serviceaccount:" + site.namespace() + ":scheduler-service";
        service = api.as(account);
        for (JsonNode each : RealApi.documents(POLICY)) {
            ObjectNode object = (ObjectNode) each;
            named(object);
            ObjectNode spec = (ObjectNode) object.get("spec");
            if (spec.has("policyName")) {
                spec.put("policyName", site.name(spec.path("policyName").asText()));
            } else {
                spec.withArray("matchConditions")
                        .addObject()
                        .put("name", "of-the-test")
                        .put("expression", "request.userInfo.username == '" + account + "'");
            }
            api.create(collection(object), object);
        }
        // What the policy refuses is not what a role does not allow.
        api.create(
                BINDINGS,
                yaml("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: "
                        + site.name("nodes")
                        + "}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin},"
                        + " subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: '" + account + "'}]}"));
        node = site.name("node");
        api.create(
                "/api/v1/nodes",
                yaml("{apiVersion: v1, kind: Node, metadata: {name: " + node
                        + ", labels: {lab/other: '3', kubernetes.io/hostname: " + node + "}}}"));
    }

    @AfterEach
    void close() {
        api.remove("/api/v1/nodes/" + node);
        api.remove(BINDINGS + "/" + site.name("nodes"));
        for (JsonNode each : RealApi.documents(POLICY)) {
            api.remove(
                    collection(each) + "/" + site.name(each.at("/metadata/name").asText()));
        }
        service.close();
        site.close();
        api.close();
    }

    @Test
    void indicesAreAddedAndNothingElseChanges() {
        String labels = "scheduler-service adds no labels to nodes but indices of testbeds";
        await().untilAsserted(() ->
                assertThat(refusal("{metadata: {labels: {lab/node: first}}}")).contains(labels));
        for (String allowed : List.of("lab/node: '0'", "lab-node: '123456789'", "xk8s.io/node: '7'")) {
            assertThat(refusal("{metadata: {labels: {" + allowed + "}}}"))
                    .as(allowed)
                    .isEmpty();
        }
        for (String wrong : List.of(
                "lab/node: '1234567890'",
                "lab/node: ''",
                "kubernetes.io/node: '0'",
                "a.kubernetes.io/node: '0'",
                "k8s.io/node: '0'",
                "edgewise.dev/site: '0'",
                "lab/other: '0'",
                "lab/other: null",
                "kubernetes.io/hostname: '0'")) {
            assertThat(refusal("{metadata: {labels: {" + wrong + "}}}"))
                    .as(wrong)
                    .contains(labels);
        }
        assertThat(refusal("{metadata: {annotations: {a: b}}}")).contains("changes no annotation");
        for (String wrong : List.of("unschedulable: true", "taints: [{key: a, effect: NoSchedule}]")) {
            assertThat(refusal("{spec: {" + wrong + "}}")).as(wrong).contains("changes nothing in the spec of nodes");
        }
        assertThat(refusal("{spec: {taints: [{key: edgewise.dev/restarting, effect: NoSchedule}]}}"))
                .as("balloons")
                .isEmpty();
    }

    private String refusal(String change) {
        ObjectNode changed = (ObjectNode) api.get("/api/v1/nodes/" + node);
        merge(changed, yaml(change));
        try {
            service.raw("/api/v1/nodes/" + node + "?dryRun=All", "PUT", changed.toString());
            return "";
        } catch (KubernetesClientException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    /** Merges as RFC 7396 says. */
    private static void merge(ObjectNode target, JsonNode change) {
        change.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                target.remove(field.getKey());
            } else if (field.getValue().isObject()) {
                merge(target.withObjectProperty(field.getKey()), field.getValue());
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }

    private void named(ObjectNode object) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.put("name", site.name(metadata.path("name").asText()));
    }

    private static String collection(JsonNode policyOrBinding) {
        return ADMISSION + (policyOrBinding.path("kind").asText().endsWith("Binding") ? "ybindings" : "ies");
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
