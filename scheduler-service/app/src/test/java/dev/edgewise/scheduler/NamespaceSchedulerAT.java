package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The default scheduler of a namespace on a real API server, by the policies of the component, bound to namespaces of
 * the test.
 */
class NamespaceSchedulerAT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Path POLICIES =
            RepositoryFiles.file("deploy/kubernetes/components/namespace-scheduler/admission.yaml");
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    private static final String CONTAINERS = "containers: [{name: main, image: x}]";
    private static final String KUBE_SYSTEM = "kube-system";
    private static final String KUBE_SCHEDULER = "default-scheduler";

    private RealApi api;
    private RealSite site;
    private RealSite suite;

    @BeforeEach
    void define() {
        api = new RealApi(RealApi.kubeconfig("KUBECONFIG"));
        assumeTrue(api.exists(ADMISSION + "mutatingadmissionpolicies"), "skipped: the cluster is older than 1.36");
        site = new RealSite(api);
        suite = new RealSite(api);
        label(suite.namespace(), "app.kubernetes.io/part-of: edgewise");
        bind("Mutating");
        for (String namespace : List.of(site.namespace(), suite.namespace())) {
            await().until(() -> api.exists("/api/v1/namespaces/" + namespace + "/serviceaccounts/default"));
        }
    }

    @AfterEach
    void close() {
        if (suite != null) {
            for (JsonNode each : RealApi.documents(POLICIES)) {
                api.remove(collection(each) + "/"
                        + site.name(each.at("/metadata/name").asText()));
            }
            label(KUBE_SYSTEM, "edgewise.dev/scheduler: null");
            suite.close();
            site.close();
        }
        if (api != null) {
            api.close();
        }
    }

    @Test
    void aPodThatNamesNoSchedulerGetsThatOfItsNamespace() {
        assertThat(schedulerIn(site.namespace(), CONTAINERS)).isEqualTo(KUBE_SCHEDULER);
        awaitPolicy("edgewise");

        assertThat(schedulerIn(site.namespace(), "schedulerName: rl-scheduler, " + CONTAINERS))
                .isEqualTo("rl-scheduler");
        // The API server itself writes this name, so nothing tells it from none.
        assertThat(schedulerIn(site.namespace(), "schedulerName: default-scheduler, " + CONTAINERS))
                .isEqualTo("edgewise");
        assertThat(schedulerIn(site.namespace(), "nodeName: any, " + CONTAINERS))
                .isEqualTo(KUBE_SCHEDULER);

        label(site.namespace(), "edgewise.dev/scheduler: griffin_scheduler");
        await().untilAsserted(() ->
                assertThat(schedulerIn(site.namespace(), CONTAINERS)).isEqualTo("griffin_scheduler"));
        label(site.namespace(), "edgewise.dev/scheduler: ''");
        await().untilAsserted(() ->
                assertThat(schedulerIn(site.namespace(), CONTAINERS)).isEqualTo(KUBE_SCHEDULER));
    }

    /** Two equal ports or variables, which are keys of their lists, stay as they are. */
    @Test
    void nothingElseOfThePodChanges() {
        String fields = "containers: [{name: main, image: x, env: [{name: A, value: a}, {name: A, value: b}],"
                + " ports: [{containerPort: 80, name: http}, {containerPort: 80, name: web}],"
                + " resources: {requests: {cpu: 100m}}}], topologySpreadConstraints: [{maxSkew: 1,"
                + " topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway}]";
        ObjectNode before = (ObjectNode) created(site.namespace(), fields);
        awaitPolicy("edgewise");

        ObjectNode after = (ObjectNode) created(site.namespace(), fields);
        assertThat(after.put("schedulerName", KUBE_SCHEDULER)).isEqualTo(before);
    }

    @Test
    void podsOfKubernetesAndOfTheSuiteKeepKubeScheduler() {
        label(suite.namespace(), "edgewise.dev/scheduler: edgewise");
        label(KUBE_SYSTEM, "edgewise.dev/scheduler: edgewise");
        awaitPolicy("edgewise");

        assertThat(schedulerIn(suite.namespace(), CONTAINERS)).isEqualTo(KUBE_SCHEDULER);
        assertThat(schedulerIn(KUBE_SYSTEM, CONTAINERS)).isEqualTo(KUBE_SCHEDULER);
    }

    @Test
    void controllersMakePodsThatHaveItAndDaemonSetsDoNot() {
        awaitPolicy("edgewise");
        site.node("one", "8", Map.of());
        String template = "selector: {matchLabels: {app: %s}}, template: {metadata: {labels: {app: %s}}, spec:"
                + " {nodeSelector: {" + RealSite.SITE + ": " + site.namespace()
                + "}, tolerations: [{operator: Exists}], "
                + CONTAINERS + "}}";
        for (String kind : List.of("Deployment", "DaemonSet")) {
            String name = kind.toLowerCase(Locale.ROOT);
            api.create(
                    "/apis/apps/v1/namespaces/" + site.namespace() + "/" + name + "s",
                    yaml("{apiVersion: apps/v1, kind: " + kind + ", metadata: {name: " + name + "}, spec: {"
                            + template.formatted(name, name) + "}}"));
        }

        await().untilAsserted(() -> assertThat(site.pods())
                .extracting(pod -> pod.getMetadata().getLabels().get("app") + " " + scheduler(pod))
                .containsExactlyInAnyOrder("deployment edgewise", "daemonset default-scheduler"));
    }

    /** Bound with Deny here, so that the answer has what is a warning with the component. */
    @Test
    void whoNamesNoProfileIsWarned() {
        bind("Validating");
        await().untilAsserted(() -> assertThatIllegalStateException()
                .isThrownBy(() -> label(site.namespace(), "edgewise.dev/scheduler: edgewis"))
                .withMessageContaining("label edgewise.dev/scheduler is edgewis, which is no built-in profile"));
        assertThatIllegalStateException()
                .isThrownBy(() -> label(suite.namespace(), "edgewise.dev/scheduler: stock"))
                .withMessageContaining("label edgewise.dev/scheduler has no effect in " + suite.namespace());
        for (Profile each : BuiltInProfiles.builtIn()) {
            label(site.namespace(), "edgewise.dev/scheduler: " + each.name());
        }
        label(site.namespace(), "edgewise.dev/scheduler: null");
    }

    /** Labels the namespace of the test with that scheduler, and waits until its pods get it. */
    private void awaitPolicy(String scheduler) {
        label(site.namespace(), "edgewise.dev/scheduler: " + scheduler);
        await().untilAsserted(() ->
                assertThat(schedulerIn(site.namespace(), CONTAINERS)).isEqualTo(scheduler));
    }

    private String schedulerIn(String namespace, String fields) {
        return created(namespace, fields).path("schedulerName").asText();
    }

    private static String scheduler(Pod pod) {
        return pod.getSpec().getSchedulerName();
    }

    /** Returns the spec of a pod that is not stored. */
    private JsonNode created(String namespace, String fields) {
        return api.create(
                        "/api/v1/namespaces/" + namespace + "/pods?dryRun=All",
                        yaml("{apiVersion: v1, kind: Pod, metadata: {name: new}, spec: {automountServiceAccountToken:"
                                + " false, " + fields + "}}"))
                .path("spec");
    }

    private void label(String namespace, String label) {
        api.merge("/api/v1/namespaces/" + namespace, yaml("{metadata: {labels: {" + label + "}}}"));
    }

    /** Creates the policy and the binding of the component whose kinds begin so, for the namespaces of this test. */
    private void bind(String kind) {
        RealApi.documents(POLICIES).stream()
                .filter(each -> each.path("kind").asText().startsWith(kind))
                .map(ObjectNode.class::cast)
                .forEach(this::bindToTest);
    }

    private void bindToTest(ObjectNode object) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.put("name", site.name(metadata.path("name").asText()));
        ObjectNode spec = (ObjectNode) object.get("spec");
        if (spec.has("policyName")) {
            spec.put("policyName", site.name(spec.path("policyName").asText()));
            spec.set(
                    "matchResources",
                    yaml("{namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: In,"
                            + " values: [" + site.namespace() + ", " + suite.namespace() + ", " + KUBE_SYSTEM
                            + "]}]}}"));
            if (spec.has("validationActions")) {
                spec.set("validationActions", yaml("[Deny]"));
            }
        }
        api.create(collection(object), object);
    }

    /** The collection of a policy or binding, such as ValidatingAdmissionPolicyBinding. */
    private static String collection(JsonNode object) {
        String kind = object.path("kind").asText().toLowerCase(Locale.ROOT);
        return ADMISSION + (kind.endsWith("policy") ? kind.replaceFirst("y$", "ies") : kind + "s");
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
