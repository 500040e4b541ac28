package dev.edgewise.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.Json;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of a Kubernetes API as Edgewise relies on it. The embedded one and a real one have to keep it alike. */
abstract class KubernetesApiContract {
    private static final Duration SOON = Duration.ofMinutes(2);

    private final String namespace = "contract-" + UUID.randomUUID().toString().substring(0, 8);
    private KubernetesClient client;

    /** A new client of the API under test. */
    abstract KubernetesClient connect() throws Exception;

    @BeforeEach
    void createNamespace() throws Exception {
        client = connect();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        await().atMost(SOON).ignoreExceptions().until(() -> create(Samples.pod("first")) != null);
        pod("first").withGracePeriod(0).delete();
    }

    @AfterEach
    void deleteNamespace() {
        if (client == null) {
            return; // Skipped before there was one.
        }
        client.pods().inNamespace(namespace).list().getItems().forEach(pod -> client.resource(pod)
                .withGracePeriod(0)
                .delete());
        client.namespaces().withName(namespace).delete();
        client.close();
    }

    private <T extends HasMetadata> T create(T object) {
        return client.resource(object).inNamespace(namespace).create();
    }

    private PodResource pod(String name) {
        return client.pods().inNamespace(namespace).withName(name);
    }

    private void bind(String pod, String node) {
        post("pods/" + pod + "/binding", Samples.binding(pod, node));
    }

    private String post(String path, Object body) {
        return client.raw("/api/v1/namespaces/" + namespace + "/" + path, "POST", body);
    }

    private void setReady(String name) {
        pod(name)
                .editStatus(
                        pod -> new PodBuilder(pod).withStatus(Samples.ready()).build());
    }

    private static void refused(int code, String reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).as(refusal.getMessage()).isEqualTo(code);
            assertThat(refusal.getStatus().getReason()).isEqualTo(reason);
        });
    }

    @Test
    void fillsInWhatAPodLeavesOut() {
        Pod pod = create(Samples.pod("web"));
        assertThat(pod.getMetadata().getUid()).isNotBlank();
        assertThat(pod.getMetadata().getResourceVersion()).matches("[1-9][0-9]*");
        assertThat(pod.getMetadata().getCreationTimestamp()).isNotBlank();
        assertThat(pod.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(pod.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
        assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Always");
        assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(30);
        assertThat(pod.getSpec().getPriority()).isZero();
        assertThat(pod.getSpec().getPreemptionPolicy()).isEqualTo("PreemptLowerPriority");
        assertThat(pod.getSpec().getTolerations())
                .extracting("key", "effect", "tolerationSeconds")
                .containsExactlyInAnyOrder(
                        tuple("node.kubernetes.io/not-ready", "NoExecute", 300L),
                        tuple("node.kubernetes.io/unreachable", "NoExecute", 300L));
        assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
    }

    @Test
    void requestsDefaultToLimitsAndHostPortsToPorts() {
        Pod pod = create(new PodBuilder(Samples.pod("web"))
                .editSpec()
                .withHostNetwork(true)
                .editFirstContainer()
                .addNewPort()
                .withContainerPort(8080)
                .endPort()
                .withNewResources()
                .addToLimits("cpu", new Quantity("500m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build());
        var container = pod.getSpec().getContainers().get(0);
        assertThat(container.getResources().getRequests().get("cpu").toString()).isEqualTo("500m");
        assertThat(container.getPorts().get(0).getHostPort()).isEqualTo(8080);
        assertThat(container.getPorts().get(0).getProtocol()).isEqualTo("TCP");
    }

    @Test
    void priorityComesFromItsClass() {
        Pod urgent = new PodBuilder(Samples.pod("urgent"))
                .editSpec()
                .withPriorityClassName("system-node-critical")
                .endSpec()
                .build();
        assertThat(create(urgent).getSpec().getPriority()).isEqualTo(2_000_001_000);
        urgent.getSpec().setPriorityClassName("no-such-class");
        refused(403, "Forbidden", () -> create(urgent));
    }

    @Test
    void refusesWhatCannotBeCreated() {
        create(Samples.pod("web"));
        refused(409, "AlreadyExists", () -> create(Samples.pod("web")));
        refused(422, "Invalid", () -> create(Samples.pod("Web")));
        refused(422, "Invalid", () -> post("pods", Samples.pod(null)));
        refused(
                422,
                "Invalid",
                () -> create(new PodBuilder(Samples.pod("bad-label"))
                        .editMetadata()
                        .addToLabels("app", "no spaces")
                        .endMetadata()
                        .build()));
        refused(404, "NotFound", () -> client.resource(Samples.pod("web"))
                .inNamespace("no-such-namespace")
                .create());
        refused(400, "BadRequest", () -> post("pods", Samples.replicaSet("other")));
        refused(400, "BadRequest", () -> post("pods", "{\"kind\":"));
    }

    @Test
    void makesUpNames() {
        Pod template = Samples.pod(null);
        template.getMetadata().setGenerateName("web-");
        String name = create(template).getMetadata().getName();
        assertThat(name).matches("web-[a-z0-9]{5}");
        assertThat(create(template).getMetadata().getName()).isNotEqualTo(name);
    }

    @Test
    void dryRunChangesNothing() {
        assertThat(client.resource(Samples.pod("web"))
                        .inNamespace(namespace)
                        .dryRun()
                        .create())
                .isNotNull();
        assertThat(pod("web").get()).isNull();
    }

    @Test
    void staleUpdateConflicts() {
        Pod stale = create(Samples.pod("web"));
        pod("web").edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .addToLabels("turn", "1")
                .endMetadata()
                .build());
        refused(409, "Conflict", () -> client.resource(stale).update());
        refused(409, "Conflict", () -> client.resource(stale).updateStatus());
        refused(409, "Conflict", () -> pod("web")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"resourceVersion\":\"%s\",\"labels\":{\"turn\":\"2\"}}}"
                                .formatted(stale.getMetadata().getResourceVersion())));
    }

    @Test
    void updateWithoutAChangeKeepsTheVersion() {
        Pod pod = create(Samples.pod("web"));
        assertThat(client.resource(pod).update().getMetadata().getResourceVersion())
                .isEqualTo(pod.getMetadata().getResourceVersion());
    }

    @Test
    void specAndStatusAreWrittenApart() {
        Pod created = create(Samples.pod("web"));
        Pod both = new PodBuilder(created)
                .editMetadata()
                .addToLabels("turn", "1")
                .endMetadata()
                .withStatus(Samples.ready())
                .build();
        Pod updated = client.resource(both).update();
        assertThat(updated.getStatus().getPhase()).isEqualTo("Pending");
        assertThat(updated.getMetadata().getLabels()).containsEntry("turn", "1");

        both.setMetadata(updated.getMetadata());
        both.getSpec().getContainers().get(0).setImage("other:2");
        Pod withStatus = client.resource(both).updateStatus();
        assertThat(withStatus.getStatus().getPhase()).isEqualTo("Running");
        assertThat(withStatus.getSpec().getContainers().get(0).getImage()).isEqualTo("pause:1");
        assertThat(withStatus.getMetadata().getGeneration()).isEqualTo(1);
    }

    @Test
    void podSpecIsFixedButForImages() {
        create(Samples.pod("web"));
        Pod renewed = pod("web").edit(pod -> new PodBuilder(pod)
                .editSpec()
                .editFirstContainer()
                .withImage("pause:2")
                .endContainer()
                .endSpec()
                .build());
        assertThat(renewed.getMetadata().getGeneration()).isEqualTo(2);
        refused(422, "Invalid", () -> pod("web").edit(pod -> new PodBuilder(pod)
                .editSpec()
                .withNodeName("n1")
                .endSpec()
                .build()));
    }

    @Test
    void bindsOnce() {
        String before = create(Samples.pod("web")).getMetadata().getResourceVersion();
        bind("web", "n1");
        Pod bound = pod("web").get();
        assertThat(bound.getSpec().getNodeName()).isEqualTo("n1");
        assertThat(bound.getMetadata().getResourceVersion()).isNotEqualTo(before);
        assertThat(bound.getStatus().getConditions())
                .anyMatch(condition -> condition.getType().equals("PodScheduled")
                        && condition.getStatus().equals("True"));
        refused(409, "Conflict", () -> bind("web", "n1"));
        refused(409, "Conflict", () -> bind("web", "n2"));
        refused(404, "NotFound", () -> bind("no-such-pod", "n1"));
    }

    @Test
    void bindsOnlyThePodThatIsMeant() {
        create(Samples.pod("web"));
        var binding = Samples.binding("web", "n1");
        binding.getMetadata().setUid("00000000-0000-0000-0000-000000000000");
        refused(409, "Conflict", () -> post("pods/web/binding", binding));
        assertThat(pod("web").get().getSpec().getNodeName()).isNull();
    }

    @Test
    void gatedPodsAreNotBound() {
        create(new PodBuilder(Samples.pod("web"))
                .editSpec()
                .addNewSchedulingGate("example.com/wait")
                .endSpec()
                .build());
        assertThat(pod("web").get().getStatus().getConditions())
                .anyMatch(condition -> "SchedulingGated".equals(condition.getReason()));
        refused(409, "Conflict", () -> bind("web", "n1"));
        pod("web").edit(pod -> new PodBuilder(pod)
                .editSpec()
                .withSchedulingGates()
                .endSpec()
                .build());
        bind("web", "n1");
    }

    @Test
    void unboundPodsGoAtOnceAndBoundOnesWhenTheirKubeletSaysSo() {
        create(Samples.pod("unbound"));
        pod("unbound").delete();
        assertThat(pod("unbound").get()).isNull();

        create(Samples.pod("bound"));
        bind("bound", "n1");
        pod("bound").delete();
        assertThat(pod("bound").get().getMetadata().getDeletionTimestamp()).isNotBlank();
        assertThat(pod("bound").get().getMetadata().getDeletionGracePeriodSeconds())
                .isEqualTo(30);
        pod("bound").withGracePeriod(0).delete();
        assertThat(pod("bound").get()).isNull();
    }

    @Test
    void podsThatAreGoingAreNotBound() {
        create(new PodBuilder(Samples.pod("web"))
                .editMetadata()
                .addToFinalizers("example.com/wait")
                .endMetadata()
                .build());
        pod("web").delete();
        assertThat(pod("web").get().getMetadata().getDeletionTimestamp()).isNotBlank();
        refused(409, "Conflict", () -> bind("web", "n1"));
        pod("web").edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .withFinalizers()
                .endMetadata()
                .build());
        assertThat(pod("web").get()).isNull();
    }

    @Test
    void deletesOnlyTheObjectThatIsMeant() {
        Pod pod = create(Samples.pod("web"));
        String path = "/api/v1/namespaces/" + namespace + "/pods/web";
        refused(
                409,
                "Conflict",
                () -> client.raw(
                        path,
                        "DELETE",
                        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":{\"uid\":\"other\"}}"));
        client.raw(
                path,
                "DELETE",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":{\"uid\":\"%s\"}}"
                        .formatted(pod.getMetadata().getUid()));
        assertThat(pod("web").get()).isNull();
    }

    @Test
    void dependentsGoWithTheirOwner() {
        ReplicaSet owner = create(Samples.replicaSet("owner"));
        create(new PodBuilder(Samples.pod("owned"))
                .editMetadata()
                .addToOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName("owner")
                        .withUid(owner.getMetadata().getUid())
                        .build())
                .endMetadata()
                .build());
        create(Samples.pod("other"));
        client.resource(owner)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete();
        await().atMost(SOON).until(() -> pod("owned").get() == null);
        assertThat(pod("other").get()).isNotNull();
    }

    @Test
    void anOwnerThatIsDeletedInTheForegroundGoesAfterItsDependents() {
        ReplicaSet owner = create(Samples.replicaSet("owner"));
        create(owned(heldPod("held"), owner));
        client.resource(owner)
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
        await().atMost(SOON).until(() -> pod("held").get().getMetadata().getDeletionTimestamp() != null);
        ReplicaSet waiting = client.resource(owner).get();
        assertThat(waiting.getMetadata().getDeletionTimestamp()).isNotNull();
        assertThat(waiting.getMetadata().getFinalizers()).containsExactly("foregroundDeletion");

        // A real garbage collector looks at a dependent that comes late when the next one has gone.
        create(owned(Samples.pod("late"), owner));
        letGo("held");

        await().atMost(SOON).until(() -> client.resource(owner).get() == null);
        await().atMost(SOON).until(() -> pod("late").get() == null);
        assertThat(pod("held").get()).isNull();
    }

    /** A Deployment of a request: its anchor goes after it, and it goes after its pods. */
    @Test
    void eachOfAChainThatIsDeletedInTheForegroundWaitsForTheNext() {
        ReplicaSet first = create(Samples.replicaSet("first-set"));
        ReplicaSet second = create(owned(Samples.replicaSet("second-set"), first));
        create(owned(heldPod("last"), second));

        client.resource(first)
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
        await().atMost(SOON).until(() -> pod("last").get().getMetadata().getDeletionTimestamp() != null);
        assertThat(client.resource(first).get()).isNotNull();
        assertThat(client.resource(second).get()).isNotNull();

        letGo("last");
        await().atMost(SOON).until(() -> client.resource(first).get() == null);
        assertThat(client.resource(second).get()).isNull();
    }

    /** Returns a pod that is not gone before its finalizer is. */
    private static Pod heldPod(String name) {
        return new PodBuilder(Samples.pod(name))
                .editMetadata()
                .addToFinalizers("edgewise.dev/contract")
                .endMetadata()
                .build();
    }

    /** Removes the last finalizer: the answer shows the pod without it, though the pod is gone. */
    private void letGo(String name) {
        Pod answer = pod(name).edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .withFinalizers()
                .endMetadata()
                .build());
        assertThat(answer.getMetadata().getFinalizers()).isEmpty();
    }

    private static <T extends HasMetadata> T owned(T object, ReplicaSet owner) {
        object.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName(owner.getMetadata().getName())
                        .withUid(owner.getMetadata().getUid())
                        .withBlockOwnerDeletion(true)
                        .build()));
        return object;
    }

    @Test
    void evictionHonoursTheBudget() {
        create(Samples.budget("at-least-one", 1));
        for (String name : List.of("a", "b")) {
            create(Samples.pod(name));
            bind(name, "n1");
            setReady(name);
        }
        await().atMost(SOON).until(() -> allowedDisruptions() == 1);
        evict("a");
        assertThat(pod("a").get().getMetadata().getDeletionTimestamp()).isNotBlank();
        assertThatThrownBy(() -> evict("b")).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).isEqualTo(429);
            assertThat(refusal.getStatus().getReason()).isEqualTo("TooManyRequests");
            assertThat(refusal.getStatus().getDetails().getCauses())
                    .extracting("reason")
                    .contains("DisruptionBudget");
        });
        refused(404, "NotFound", () -> evict("no-such-pod"));
    }

    private int allowedDisruptions() {
        var status = client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(namespace)
                .withName("at-least-one")
                .get()
                .getStatus();
        return status == null || status.getDisruptionsAllowed() == null ? 0 : status.getDisruptionsAllowed();
    }

    private void evict(String pod) {
        post(
                "pods/" + pod + "/eviction",
                "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"}}".formatted(pod));
    }

    @Test
    void patchesInEachFormat() {
        create(Samples.pod("web"));
        pod("web")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"labels\":{\"tier\":\"1\",\"app\":null}}}");
        assertThat(pod("web").get().getMetadata().getLabels()).containsOnly(Map.entry("tier", "1"));
        pod("web")
                .patch(
                        PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"replace\",\"path\":\"/metadata/labels/tier\",\"value\":\"2\"}]");
        assertThat(pod("web").get().getMetadata().getLabels()).containsEntry("tier", "2");
        pod("web")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"pause:2\"}]}}");
        assertThat(pod("web").get().getSpec().getContainers())
                .singleElement()
                .extracting("image")
                .isEqualTo("pause:2");
        refused(422, "Invalid", () -> pod("web")
                .patch(
                        PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"test\",\"path\":\"/metadata/labels/tier\",\"value\":\"9\"}]"));
    }

    @Test
    void conditionsMergeByType() {
        create(Samples.pod("web"));
        setReady("web");
        pod("web")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"status\":{\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"Unschedulable\"}]}}");
        pod("web")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"status\":{\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"True\"}]}}");
        assertThat(pod("web").get().getStatus().getConditions())
                .extracting("type", "status")
                .containsExactlyInAnyOrder(tuple("Ready", "True"), tuple("PodScheduled", "True"));
    }

    @Test
    void applyCreatesChangesAndTakesBack() {
        ReplicaSet wanted = Samples.replicaSet("web");
        wanted.getMetadata().setAnnotations(Map.of("example.com/a", "1", "example.com/b", "1"));
        wanted.getMetadata().setNamespace(namespace);
        client.resource(wanted).serverSideApply();
        wanted.getMetadata().setAnnotations(Map.of("example.com/a", "2"));
        ReplicaSet applied = client.resource(wanted).serverSideApply();
        assertThat(applied.getMetadata().getAnnotations())
                .containsEntry("example.com/a", "2")
                .doesNotContainKey("example.com/b");
        assertThat(applied.getSpec().getTemplate().getSpec().getContainers()).hasSize(1);
        assertThat(client.resource(wanted).serverSideApply().getMetadata().getGeneration())
                .isEqualTo(1);
    }

    @Test
    void selectsByLabelAndField() {
        create(Samples.pod("a"));
        create(Samples.pod("b"));
        bind("b", "n1");
        assertThat(namesWhere("spec.nodeName=", "")).containsExactly("a");
        assertThat(namesWhere("spec.nodeName!=", "")).containsExactly("b");
        assertThat(namesWhere("spec.nodeName=n1,status.phase=Pending", "")).containsExactly("b");
        assertThat(namesWhere("metadata.name=a", "app in (web,api),!tier")).containsExactly("a");
        assertThat(namesWhere("spec.schedulerName=default-scheduler", "app=web"))
                .containsExactly("a", "b");
        assertThat(namesWhere("", "app!=web")).isEmpty();
        refused(400, "BadRequest", () -> namesWhere("spec.priority=0", ""));
        refused(400, "BadRequest", () -> namesWhere("", "app in web"));
    }

    private List<String> namesWhere(String fields, String labels) {
        return client
                .pods()
                .inNamespace(namespace)
                .list(new ListOptionsBuilder()
                        .withFieldSelector(fields)
                        .withLabelSelector(labels)
                        .build())
                .getItems()
                .stream()
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    @Test
    void watchGoesOnFromTheListsVersion() throws Exception {
        create(Samples.pod("listed"));
        String version =
                client.pods().inNamespace(namespace).list().getMetadata().getResourceVersion();
        create(Samples.pod("between"));
        Queue<String> events = new ConcurrentLinkedQueue<>();
        Watch watch = client.pods()
                .inNamespace(namespace)
                .withLabel("app", "web")
                .watch(new ListOptionsBuilder().withResourceVersion(version).build(), recordInto(events));
        try {
            create(Samples.pod("live"));
            bind("live", "n1");
            pod("live").edit(pod -> new PodBuilder(pod)
                    .editMetadata()
                    .addToLabels("app", "left")
                    .endMetadata()
                    .build());
            pod("between").delete();
            await().atMost(SOON).until(() -> events.contains("DELETED between"));
            assertThat(events)
                    .containsExactly(
                            "ADDED between",
                            "ADDED live",
                            "MODIFIED live",
                            "DELETED live",
                            "MODIFIED between",
                            "DELETED between");
        } finally {
            watch.close();
        }
    }

    private static Watcher<Pod> recordInto(Queue<String> events) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                events.add(action + " " + pod.getMetadata().getName());
            }

            @Override
            public void onClose(WatcherException cause) {
                events.add("closed");
            }
        };
    }

    @Test
    void leasesSayWhichVersionTheyChange() {
        Lease lease = create(new LeaseBuilder()
                .withNewMetadata()
                .withName("leader")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("a")
                .endSpec()
                .build());
        Resource<Lease> leader = client.leases().inNamespace(namespace).withName("leader");
        leader.edit(found -> new LeaseBuilder(found)
                .editSpec()
                .withHolderIdentity("b")
                .endSpec()
                .build());
        refused(409, "Conflict", () -> client.resource(lease).update());
        Lease unversioned = leader.get();
        unversioned.getMetadata().setResourceVersion(null);
        refused(
                422,
                "Invalid",
                () -> client.raw(
                        "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases/leader", "PUT", unversioned));
    }

    @Test
    void bothEventApisShowTheSameEvents() {
        post(
                "events",
                """
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"one"},"reason":"Scheduled","message":"placed",
                 "type":"Normal","involvedObject":{"kind":"Pod","namespace":"%1$s","name":"web"}}"""
                        .formatted(namespace));
        GenericKubernetesResource event = client.genericKubernetesResources("events.k8s.io/v1", "Event")
                .inNamespace(namespace)
                .withName("one")
                .get();
        assertThat(event.<String>get("note")).isEqualTo("placed");
        assertThat(event.<String>get("regarding", "name")).isEqualTo("web");
        assertThat(client.v1()
                        .events()
                        .inNamespace(namespace)
                        .withField("involvedObject.name", "web")
                        .list()
                        .getItems())
                .hasSize(1);
    }

    @Test
    void scalesThroughTheSubresource() {
        create(Samples.replicaSet("web"));
        client.apps().replicaSets().inNamespace(namespace).withName("web").scale(2);
        var scale = client.apps()
                .replicaSets()
                .inNamespace(namespace)
                .withName("web")
                .scale();
        assertThat(scale.getSpec().getReplicas()).isEqualTo(2);
    }

    /**
     * A patch of the scale can test who set the number: as long as no other client changes it, to the same number and
     * back included.
     */
    @Test
    void whoScaledAnObjectCanBeTested() throws Exception {
        create(Samples.replicaSet("web"));
        assertThat(scaleBy("one", "")).isEqualTo(200);
        assertThat(scaleBy("one", testedManager("one"))).isEqualTo(200);
        assertThat(scaleBy("two", testedManager("two"))).isEqualTo(422);
        client.apps().replicaSets().inNamespace(namespace).withName("web").scale(7);
        assertThat(scaleBy("one", testedManager("one"))).as("it is as before").isEqualTo(200);
        client.apps().replicaSets().inNamespace(namespace).withName("web").scale(1);
        client.apps().replicaSets().inNamespace(namespace).withName("web").scale(7);
        assertThat(scaleBy("one", testedManager("one"))).isEqualTo(422);
    }

    private static String testedManager(String manager) {
        return "{\"op\":\"test\",\"path\":\"/metadata/managedFields/0/manager\",\"value\":\"" + manager + "\"},";
    }

    /** Scales to seven. */
    private int scaleBy(String manager, String test) throws Exception {
        String patch = "[" + test + "{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":7}]";
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl() + "apis/apps/v1/namespaces/" + namespace
                        + "/replicasets/web/scale?fieldManager=" + manager)
                .patch("application/json-patch+json", patch)
                .build();
        return client.getHttpClient()
                .sendAsync(request, String.class)
                .get(SOON.toSeconds(), TimeUnit.SECONDS)
                .code();
    }

    @Test
    void deletesAllThatMatch() {
        create(Samples.pod("a"));
        create(Samples.pod("b"));
        create(new PodBuilder(Samples.pod("stays"))
                .editMetadata()
                .addToLabels("app", "other")
                .endMetadata()
                .build());
        client.raw("/api/v1/namespaces/" + namespace + "/pods?labelSelector=app%3Dweb", "DELETE", null);
        assertThat(namesWhere("", "")).containsExactly("stays");
    }

    @Test
    void answersAccessReviews() {
        var review = client.authorization()
                .v1()
                .selfSubjectAccessReview()
                .create(new SelfSubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withNewResourceAttributes()
                        .withVerb("create")
                        .withResource("pods")
                        .withSubresource("binding")
                        .endResourceAttributes()
                        .endSpec()
                        .build());
        assertThat(review.getStatus().getAllowed()).isTrue();
    }

    @Test
    void listsPodsAsATable() throws Exception {
        create(Samples.pod("web"));
        bind("web", "n1");
        pod("web")
                .editStatus(
                        pod -> new PodBuilder(pod).withStatus(Samples.running()).build());
        JsonNode table = json(asTable("/api/v1/namespaces/" + namespace + "/pods"));
        assertThat(table.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(table.at("/metadata/resourceVersion").asText()).matches("[1-9][0-9]*");
        assertThat(table.path("columnDefinitions").findValuesAsText("name"))
                .containsExactly(
                        "Name",
                        "Ready",
                        "Status",
                        "Restarts",
                        "Age",
                        "IP",
                        "Node",
                        "Nominated Node",
                        "Readiness Gates");
        assertThat(table.path("columnDefinitions").findValuesAsText("priority"))
                .containsExactly("0", "0", "0", "0", "0", "1", "1", "1", "1");
        assertThat(table.path("rows")).hasSize(1);
        JsonNode row = table.at("/rows/0");
        assertThat(List.of(cell(row, 0), cell(row, 1), cell(row, 2), cell(row, 6)))
                .containsExactly("web", "1/1", "Running", "n1");
        assertThat(row.at("/object/kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(row.at("/object/metadata/name").asText()).isEqualTo("web");
        assertThat(row.path("object").has("spec")).isFalse();
    }

    @Test
    void showsWhetherANodeTakesPods() throws Exception {
        client.resource(Samples.closedNode(namespace)).create();
        try {
            // Whatever the cluster's own controllers have written to it meanwhile.
            client.nodes()
                    .withName(namespace)
                    .subresource("status")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}");
            JsonNode table = json(asTable("/api/v1/nodes/" + namespace));
            assertThat(table.path("columnDefinitions").findValuesAsText("name"))
                    .startsWith("Name", "Status", "Roles", "Age", "Version", "Internal-IP");
            assertThat(cell(table.at("/rows/0"), 1)).isEqualTo("Ready,SchedulingDisabled");
        } finally {
            client.nodes().withName(namespace).delete();
        }
    }

    @Test
    void aWatchOfTablesNamesItsColumnsOnce() throws Exception {
        create(Samples.pod("a"));
        create(Samples.pod("b"));
        List<String> events = asTable(
                        "/api/v1/namespaces/" + namespace + "/pods?watch=true&timeoutSeconds=1&includeObject=Object")
                .lines()
                .toList();
        assertThat(events).hasSizeGreaterThanOrEqualTo(2);
        JsonNode first = json(events.get(0));
        JsonNode second = json(events.get(1));
        assertThat(List.of(first.path("type").asText(), first.at("/object/kind").asText()))
                .containsExactly("ADDED", "Table");
        assertThat(first.at("/object/columnDefinitions")).hasSize(9);
        assertThat(first.at("/object/rows/0/object/spec/containers")).hasSize(1);
        assertThat(second.at("/object/columnDefinitions")).isEmpty();
        assertThat(List.of(cell(first.at("/object/rows/0"), 0), cell(second.at("/object/rows/0"), 0)))
                .containsExactlyInAnyOrder("a", "b");
    }

    /** Returns the response to kubectl's {@code Accept} header. */
    private String asTable(String path) throws Exception {
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl().toURI().resolve(path))
                .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")
                .build();
        return client.getHttpClient()
                .sendAsync(request, String.class)
                .get(SOON.toSeconds(), TimeUnit.SECONDS)
                .body();
    }

    private static JsonNode json(String text) {
        return Json.parseObject(text.getBytes(StandardCharsets.UTF_8), "application/json");
    }

    private static String cell(JsonNode row, int column) {
        return row.path("cells").path(column).asText();
    }

    @Test
    void describesItself() {
        assertThat(client.getKubernetesVersion().getMajor()).isEqualTo("1");
        assertThat(client.raw("/readyz")).isEqualTo("ok");
        assertThat(client.getApiGroup("apps").getPreferredVersion().getVersion())
                .isEqualTo("v1");
        assertThat(Serialization.unmarshal(client.raw("/api/v1"), APIResourceList.class)
                        .getResources())
                .extracting("name")
                .contains("pods", "pods/binding", "pods/eviction", "nodes/status");
        assertThat(Serialization.unmarshal(client.raw("/api/v1"), APIResourceList.class)
                        .getResources())
                .filteredOn(resource -> resource.getShortNames().contains("po"))
                .extracting("name")
                .containsExactly("pods");
        refused(
                405,
                "MethodNotAllowed",
                () -> client.raw("/api/v1/namespaces/" + namespace + "/pods", "PUT", Samples.pod("web")));
    }
}
