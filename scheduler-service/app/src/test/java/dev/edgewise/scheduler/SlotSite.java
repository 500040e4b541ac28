package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Testbeds, batch jobs and schedulings on an embedded API server, where the test is the controller of Jobs and the
 * kubelet.
 */
final class SlotSite {
    static final String NAMESPACE = "lab";

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String JOB_NAME = "batch.kubernetes.io/job-name";

    private final KubernetesClient client;

    SlotSite(KubernetesClient client) {
        this.client = client;
        for (String kind : List.of("testbeds", "batchjobs", "schedulings", "priority-classes")) {
            try (var manifest = RepositoryFiles.file("deploy/kubernetes/components/slots/" + kind + ".yaml")
                    .toUri()
                    .toURL()
                    .openStream()) {
                client.load(manifest).create();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        client.resource(KubernetesObjects.namespace("edgewise")).create();
        client.resource(KubernetesObjects.namespace(NAMESPACE)).create();
    }

    void node(String name, int index) {
        client.resource(new NodeBuilder(KubernetesObjects.node(name, "4"))
                        .editMetadata()
                        .addToLabels("lab/node", Integer.toString(index))
                        .endMetadata()
                        .editStatus()
                        .addToAllocatable("memory", new Quantity("8Gi"))
                        .endStatus()
                        .build())
                .create();
    }

    void testbed(int slotsPerNode, String more) {
        create(
                "Testbed",
                "tb",
                "{nodeLabel: lab/node, slotsPerNode: " + slotsPerNode + ", resourcesPerSlot: {cpu: 1, memory: 1Gi}"
                        + more + "}");
    }

    void jobs(String... names) {
        for (String name : names) {
            job(name, "");
        }
    }

    void job(String name, String more) {
        create("BatchJob", name, "{job: {template: {spec: {containers: [{name: main, image: busybox}]}}}" + more + "}");
    }

    void queue(String name, String... jobs) {
        String entries =
                List.of(jobs).stream().map(job -> "{name: " + job + "}").collect(Collectors.joining(", "));
        create("Scheduling", name, "{testbed: {name: tb}, queueBased: [" + entries + "]}");
    }

    void create(String kind, String name, String spec) {
        try {
            JsonNode object = YAML.readTree("{apiVersion: edgewise.dev/v1alpha1, kind: " + kind + ", metadata: {name: "
                    + name + ", namespace: " + NAMESPACE + "}, spec: " + spec + "}");
            client.resource(client.getKubernetesSerialization()
                            .unmarshal(object.toString(), GenericKubernetesResource.class))
                    .create();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private io.fabric8.kubernetes.client.dsl.Resource<GenericKubernetesResource> of(String kind, String name) {
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withGroup("edgewise.dev")
                .withVersion("v1alpha1")
                .withKind(kind)
                .withNamespaced(true)
                .build();
        return client.genericKubernetesResources(context).inNamespace(NAMESPACE).withName(name);
    }

    boolean exists(String kind, String name) {
        return of(kind, name).get() != null;
    }

    void delete(String kind, String name) {
        of(kind, name).delete();
    }

    JsonNode status(String kind, String name) {
        GenericKubernetesResource object = of(kind, name).get();
        return object == null
                ? YAML.missingNode()
                : YAML.valueToTree(object.getAdditionalProperties()).path("status");
    }

    String state(String kind, String name) {
        return status(kind, name).path("state").asText();
    }

    void awaitState(String kind, String name, String state) {
        await().untilAsserted(() -> {
            act();
            assertThat(state(kind, name)).as("%s", status(kind, name)).isEqualTo(state);
        });
    }

    /**
     * Does what the controller of Jobs does: makes the pods of Jobs, and says what became of them. Pods that are to end
     * do so, as kubelets say.
     */
    void act() {
        client.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                .forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
        for (Job job : client.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems()) {
            List<Pod> pods = podsOf(job.getMetadata().getName());
            int wanted = job.getSpec().getParallelism();
            if (pods.isEmpty() && job.getMetadata().getDeletionTimestamp() == null && !isOver(job)) {
                for (int i = 0; i < wanted; i++) {
                    client.resource(pod(job, i)).create();
                }
            } else {
                report(job, pods);
            }
        }
    }

    private static boolean isOver(Job job) {
        return job.getStatus() != null
                && job.getStatus().getConditions() != null
                && !job.getStatus().getConditions().isEmpty();
    }

    private static Pod pod(Job job, int number) {
        return new PodBuilder()
                .withMetadata(job.getSpec().getTemplate().getMetadata())
                .withSpec(job.getSpec().getTemplate().getSpec())
                .editMetadata()
                .withNamespace(NAMESPACE)
                .withName(job.getMetadata().getName() + "-" + number)
                .addToLabels(JOB_NAME, job.getMetadata().getName())
                .addNewOwnerReference()
                .withApiVersion("batch/v1")
                .withKind("Job")
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .build();
    }

    private void report(Job job, List<Pod> pods) {
        int running = count(pods, "Running");
        int succeeded = count(pods, "Succeeded");
        int failed = count(pods, "Failed");
        Job now = client.resource(job).get();
        if (now == null || isOver(now) || running + succeeded + failed == 0) {
            return;
        }
        try {
            report(job, now, running, succeeded, failed);
        } catch (KubernetesClientException refused) {
            // The service may delete a Job at any moment.
            if (refused.getCode() != 404) {
                throw refused;
            }
        }
    }

    private void report(Job job, Job now, int running, int succeeded, int failed) {
        client.resource(now).editStatus(each -> {
            var status = new io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder()
                    .withReady(running)
                    .withSucceeded(succeeded);
            if (failed > 0 || succeeded == job.getSpec().getCompletions()) {
                status.addNewCondition()
                        .withType(failed > 0 ? "Failed" : "Complete")
                        .withStatus("True")
                        .withReason(failed > 0 ? "BackoffLimitExceeded" : "CompletionsReached")
                        .withMessage("by the test")
                        .withLastTransitionTime(Instant.EPOCH.toString())
                        .endCondition();
            }
            each.setStatus(status.build());
            return each;
        });
    }

    private static int count(List<Pod> pods, String phase) {
        return (int) pods.stream()
                .filter(pod ->
                        pod.getStatus() != null && phase.equals(pod.getStatus().getPhase()))
                .count();
    }

    List<Pod> podsOf(String job) {
        return client.pods()
                .inNamespace(NAMESPACE)
                .withLabel(JOB_NAME, job)
                .list()
                .getItems();
    }

    /** Waits until all pods of the job are bound, and returns their slots with the pod's node. */
    Map<Integer, String> awaitSlots(String job, int pods) {
        await().untilAsserted(() -> {
            act();
            assertThat(slots(job)).as("pods of %s", job).hasSize(pods);
        });
        return slots(job);
    }

    private Map<Integer, String> slots(String job) {
        Map<Integer, String> slots = new TreeMap<>();
        for (Pod pod : podsOf(job)) {
            Map<String, String> annotations = pod.getMetadata().getAnnotations();
            String slot = annotations == null ? null : annotations.get(Names.SLOT_ANNOTATION);
            if (slot != null && pod.getSpec().getNodeName() != null) {
                slots.put(Integer.valueOf(slot.split("/")[1]), pod.getSpec().getNodeName());
            }
        }
        return slots;
    }

    /** Does what kubelets do: all pods of the job are in that phase. */
    private void phase(String job, String phase) {
        for (Pod pod : podsOf(job)) {
            await().until(() -> writes(pod.getMetadata().getName(), phase));
        }
    }

    /**
     * Writes the phase of a pod that may be deleted meanwhile. Returns false if the pod has changed, so that it is to
     * be written again.
     */
    private boolean writes(String pod, String phase) {
        try {
            client.pods().inNamespace(NAMESPACE).withName(pod).editStatus(each -> {
                each.getStatus().setPhase(phase);
                return each;
            });
            return true;
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != 404 && refused.getCode() != 409) {
                throw refused;
            }
            return refused.getCode() == 404;
        }
    }

    /** Fails the job as its controller does, which has counted a failed pod before that is gone. */
    void fail(String job) {
        Job failed =
                client.batch().v1().jobs().inNamespace(NAMESPACE).withName(job).get();
        report(failed, failed, 0, 0, failed.getSpec().getParallelism());
        phase(job, "Failed");
    }

    void run(String job) {
        phase(job, "Running");
        act();
    }

    void succeed(String job) {
        phase(job, "Succeeded");
        act();
    }

    List<Pod> pausePods() {
        return client.pods()
                .inNamespace("edgewise")
                .withLabel(Names.SLOT_PAUSE_POD_LABEL)
                .list()
                .getItems();
    }
}
