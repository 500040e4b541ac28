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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The admission policies of batch slots on a real API server, bound to the namespace of the test alone. A policy holds
 * some time after it is written, so the first refusal of each is awaited.
 */
class SlotPoliciesAT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SLOTS = RepositoryFiles.file("deploy/kubernetes/components/slots");
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    private static final String BINDINGS = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
    private static final String DRY_RUN = "?dryRun=All";

    private RealApi api;
    private RealSite site;
    private String rbac;
    private KubernetesClient chooser;
    private KubernetesClient service;

    @BeforeEach
    void define() {
        api = new RealApi(RealApi.kubeconfig("KUBECONFIG"));
        site = new RealSite(api);
        api.defineSlots();
        api.definePriorityClasses("components/slots/priority-classes.yaml");
        RealApi.documents(SLOTS.resolve("admission.yaml")).forEach(each -> bind((ObjectNode) each));
        rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/" + site.namespace();
        RealApi.documents(SLOTS.resolve("roles.yaml")).forEach(this::role);
        chooser = api.as(site.name("chooser"));
        grant(site.name("chooser"), "Role", "edgewise-slots-edit");
        grant(site.name("chooser"), "Role", "edgewise-slots-view");
        // What the policies refuse is not what its roles do not allow.
        String account = "system:serviceaccount:" + site.namespace() + ":scheduler-service";
        service = api.as(account);
        grant(account, "ClusterRole", "cluster-admin");
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
    }

    @AfterEach
    void close() {
        for (JsonNode each : RealApi.documents(SLOTS.resolve("admission.yaml"))) {
            api.remove(
                    collection(each) + "/" + site.name(each.at("/metadata/name").asText()));
        }
        chooser.close();
        service.close();
        site.close();
        api.close();
    }

    @Test
    void aPodOfThePriorityOfSlotsCanDoNothingButWaitForItsSlot() {
        String pods = "/api/v1/namespaces/" + site.namespace() + "/pods";
        await().untilAsserted(() -> assertThat(refusal(() -> api.create(pods + DRY_RUN, pod("{}", ""))))
                .contains("which have the annotation edgewise.dev/slots"));
        String slots = "{edgewise.dev/slots: none/1/0}";
        assertThat(refusal(() -> api.create(pods + DRY_RUN, pod(slots, "nodeName: any, "))))
                .contains("which have no nodeName until a scheduler binds them");

        api.create(pods, pod(slots, ""));
        String fixed = "the annotation edgewise.dev/slots of a pod with PriorityClass edgewise-slots cannot be changed";
        for (String path : List.of(pods + "/waits", pods + "/waits/status")) {
            for (String annotations : List.of("{edgewise.dev/slots: null}", "{edgewise.dev/slots: none/2/0}")) {
                assertThat(refusal(() -> api.merge(path, yaml("{metadata: {annotations: " + annotations + "}}"))))
                        .contains(fixed);
            }
            for (String change :
                    List.of("annotations: {edgewise.dev/slot: none/0/1}", "labels: {edgewise.dev/batch-job: pi}")) {
                assertThat(refusal(() -> api.merge(path, yaml("{metadata: {" + change + "}}"))))
                        .contains("the annotation edgewise.dev/slot and the label edgewise.dev/batch-job of a pod");
            }
            api.merge(path, yaml("{metadata: {annotations: {note: x}}}"));
        }
        assertThat(refusal(() -> api.create(
                        pods + DRY_RUN, pod("{edgewise.dev/slots: none/1/0, edgewise.dev/slot: none/0/1}", ""))))
                .contains(
                        "the annotation edgewise.dev/slot of a pod with PriorityClass edgewise-slots is for its binding alone");
        assertThat(refusal(() -> api.create(
                        pods + DRY_RUN,
                        yaml("{apiVersion: v1, kind: Pod, metadata: {name: pause-pod}, spec: {priorityClassName:"
                                + " edgewise-slot-ghosts, containers: [{name: main, image: x}]}}"))))
                .contains("PriorityClass edgewise-slot-ghosts is for pods that hold free slots");
    }

    @Test
    void whatRunsIsWrittenByUsersWhoMayCreateIt() {
        refusesWhatItsUserMayNotCreate("job", "batch", "jobs");
        refusesWhatItsUserMayNotCreate("spark", "sparkoperator.k8s.io", "sparkapplications");
        refusesWhatItsUserMayNotCreate("flink", "flink.apache.org", "flinkdeployments");
    }

    /**
     * A user who may write BatchJobs alone changes all but what runs; one who may create that kind of application
     * writes it.
     */
    private void refusesWhatItsUserMayNotCreate(String field, String group, String plural) {
        String refused = "spec." + field + " is for users who may create " + plural + "." + group + ": "
                + site.name("chooser") + " may not in namespace " + site.namespace();
        await().untilAsserted(() -> assertThat(send(chooser, "POST", jobs() + DRY_RUN, batchJob("new", field, "{}")))
                .contains(refused));
        api.create(jobs(), batchJob(field, field, "{}"));
        assertThat(update(chooser, field, "{" + field + ": {more: [1, {a: b}]}}"))
                .contains(refused);
        assertThat(update(chooser, field, "{failurePolicy: {retries: 1}, runSeconds: 5}"))
                .isEmpty();

        ObjectNode role = object("Role", plural);
        role.set("rules", yaml("[{apiGroups: [" + group + "], resources: [" + plural + "], verbs: [create]}]"));
        api.create(rbac + "/roles", role);
        grant(site.name("chooser"), "Role", plural);
        await().untilAsserted(() -> assertThat(send(chooser, "POST", jobs() + DRY_RUN, batchJob("new", field, "{}")))
                .isEmpty());
        assertThat(update(chooser, field, "{" + field + ": {more: [1, {a: b}]}}"))
                .isEmpty();
    }

    @Test
    void theServiceWritesDataOfItsCallersAndNothingElse() {
        String refused = "scheduler-service changes nothing in the spec of a BatchJob but externalScheduler";
        await().untilAsserted(() -> assertThat(send(service, "POST", jobs() + DRY_RUN, batchJob("new", "job", "{}")))
                .contains(refused));
        api.create(jobs(), batchJob("one", "job", "{template: {spec: {containers: [{name: main, image: x}]}}}"));
        for (String change : List.of("{job: {backoffLimit: 3}}", "{failurePolicy: {retries: 1}}", "{runSeconds: 5}")) {
            assertThat(update(service, "one", change)).contains(refused);
        }
        assertThat(update(service, "one", "{externalScheduler: {profiler: [{b: 24 (16)}]}}"))
                .isEmpty();
    }

    @Test
    void theServiceCreatesAndDeletesApplicationsOfBatchJobsAlone() {
        String path = "/apis/batch/v1/namespaces/" + site.namespace() + "/jobs";
        String refused = "scheduler-service creates and deletes no jobs but those that a BatchJob controls";
        await().untilAsserted(() -> assertThat(send(service, "POST", path + DRY_RUN, application("other", "[]")))
                .contains(refused));
        String owner = "[{apiVersion: edgewise.dev/v1alpha1, kind: BatchJob, name: one, uid: %s, controller: true}]"
                .formatted(api.create(jobs(), batchJob("one", "job", "{}"))
                        .at("/metadata/uid")
                        .asText());
        for (String wrong : List.of(
                owner.replace("controller: true", "controller: false"),
                owner.replace("kind: BatchJob", "kind: Scheduling"),
                owner.replace("edgewise.dev/v1alpha1", "example.org/v1"))) {
            assertThat(send(service, "POST", path + DRY_RUN, application("other", wrong)))
                    .contains(refused);
        }
        api.create(path, application("other", "[]"));
        assertThat(send(service, "DELETE", path + "/other", null)).contains(refused);
        assertThat(send(service, "POST", path, application("own", owner))).isEmpty();
        assertThat(send(service, "DELETE", path + "/own", null)).isEmpty();
    }

    @Test
    void testbedsAreForOperators() {
        String own = "/apis/edgewise.dev/v1alpha1/namespaces/" + site.namespace();
        String path = own + "/testbeds";
        JsonNode scheduling = yaml("{apiVersion: edgewise.dev/v1alpha1, kind: Scheduling, metadata: {name: s},"
                + " spec: {testbed: {name: tb}, queueBased: [{name: a}]}}");
        await().untilAsserted(() -> assertThat(send(chooser, "POST", own + "/schedulings" + DRY_RUN, scheduling))
                .isEmpty());
        ObjectNode testbed = object("Testbed", "tb");
        testbed.put("apiVersion", "edgewise.dev/v1alpha1");
        testbed.set("spec", yaml("{nodeLabel: a, slotsPerNode: 1, resourcesPerSlot: {cpu: 1}}"));
        assertThat(send(chooser, "POST", path + DRY_RUN, testbed)).contains("cannot create resource");
        grant(site.name("chooser"), "Role", "edgewise-testbeds-edit");
        await().untilAsserted(() ->
                assertThat(send(chooser, "POST", path + DRY_RUN, testbed)).isEmpty());
    }

    private static String collection(JsonNode policyOrBinding) {
        return policyOrBinding.path("kind").asText().endsWith("Binding") ? BINDINGS : POLICIES;
    }

    private void bind(ObjectNode object) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.put("name", site.name(metadata.path("name").asText()));
        ObjectNode spec = (ObjectNode) object.get("spec");
        if (spec.has("policyName")) {
            spec.put("policyName", site.name(spec.path("policyName").asText()));
            spec.set(
                    "matchResources",
                    yaml("{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: " + site.namespace()
                            + "}}}"));
        }
        api.create(collection(object), object);
    }

    private void role(JsonNode clusterRole) {
        ObjectNode role = object("Role", clusterRole.at("/metadata/name").asText());
        role.set("rules", clusterRole.get("rules"));
        api.create(rbac + "/roles", role);
    }

    private void grant(String user, String kind, String role) {
        ObjectNode binding = object("RoleBinding", user.replace(':', '-') + "-" + role);
        binding.set("roleRef", yaml("{apiGroup: rbac.authorization.k8s.io, kind: " + kind + ", name: " + role + "}"));
        binding.set("subjects", yaml("[{apiGroup: rbac.authorization.k8s.io, kind: User, name: '" + user + "'}]"));
        api.create(rbac + "/rolebindings", binding);
    }

    private ObjectNode object(String kind, String name) {
        ObjectNode object = YAML.createObjectNode();
        object.put("apiVersion", "rbac.authorization.k8s.io/v1").put("kind", kind);
        object.putObject("metadata").put("name", name).put("namespace", site.namespace());
        return object;
    }

    private String jobs() {
        return "/apis/edgewise.dev/v1alpha1/namespaces/" + site.namespace() + "/batchjobs";
    }

    private static JsonNode batchJob(String name, String field, String spec) {
        return yaml("{apiVersion: edgewise.dev/v1alpha1, kind: BatchJob, metadata: {name: " + name + "}, spec: {"
                + field + ": " + spec + "}}");
    }

    private static JsonNode application(String name, String owners) {
        return yaml(
                "{apiVersion: batch/v1, kind: Job, metadata: {name: " + name + ", ownerReferences: " + owners
                        + "}, spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: main, image: x}]}}}}");
    }

    private static JsonNode pod(String annotations, String fields) {
        return yaml("{apiVersion: v1, kind: Pod, metadata: {name: waits, annotations: " + annotations
                + "}, spec: {priorityClassName: edgewise-slots, schedulerName: edgewise, " + fields
                + "containers: [{name: main, image: x}]}}");
    }

    /** Returns why a change of fields of a job's spec is refused, which is not carried out. */
    private String update(KubernetesClient user, String job, String fields) {
        ObjectNode changed = (ObjectNode) api.get(jobs() + "/" + job);
        ((ObjectNode) changed.get("spec")).setAll((ObjectNode) yaml(fields));
        return send(user, "PUT", jobs() + "/" + job + DRY_RUN, changed);
    }

    private static String send(KubernetesClient user, String method, String path, @Nullable JsonNode body) {
        try {
            user.raw(path, method, body == null ? null : JSON.writeValueAsString(body));
            return "";
        } catch (KubernetesClientException refused) {
            return String.valueOf(refused.getMessage());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static String refusal(Runnable request) {
        try {
            request.run();
            return "";
        } catch (IllegalStateException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
