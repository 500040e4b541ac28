package dev.edgewise.sandbox.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobControllerIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private final JobController controller =
            new JobController(client, job -> Map.of("of", job.getMetadata().getName()));

    @BeforeEach
    void start() {
        controller.start();
        client.resource(new JobBuilder()
                        .withNewMetadata()
                        .withName("two")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withParallelism(2)
                        .withCompletions(2)
                        .withBackoffLimit(0)
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToAnnotations("own", "x")
                        .endMetadata()
                        .withNewSpec()
                        .withRestartPolicy("Never")
                        .addNewContainer()
                        .withName("main")
                        .withImage("x")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        await().until(() -> pods().size() == 2);
    }

    @AfterEach
    void close() {
        controller.close();
        client.close();
        kubernetes.close();
    }

    private List<Pod> pods() {
        return client.pods().inNamespace("default").list().getItems();
    }

    private Job job() {
        return client.batch().v1().jobs().inNamespace("default").withName("two").get();
    }

    private void phase(int pod, String phase) {
        client.resource(pods().get(pod)).editStatus(present -> {
            present.setStatus(new PodStatusBuilder().withPhase(phase).build());
            return present;
        });
    }

    @Test
    void itsPodsRunAndCompleteIt() {
        assertThat(pods()).allSatisfy(pod -> assertThat(pod.getMetadata().getAnnotations())
                .isEqualTo(Map.of("own", "x", "of", "two")));

        phase(0, "Running");
        phase(1, "Running");
        await().until(() -> job().getStatus().getReady() == 2);
        phase(0, "Succeeded");
        await().until(() -> job().getStatus().getSucceeded() == 1);
        assertThat(job().getStatus().getConditions()).isEmpty();
        phase(1, "Succeeded");

        await().untilAsserted(() -> assertThat(job().getStatus().getConditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.getType()).isEqualTo("Complete")));
    }

    @Test
    void aPodThatFailsEndsIt() {
        phase(0, "Failed");

        await().untilAsserted(() -> assertThat(job().getStatus().getConditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.getType()).isEqualTo("Failed")));
        assertThat(pods()).hasSize(2);
    }

    @Test
    void itsPodsGoWithIt() {
        client.resource(job()).delete();

        await().until(() -> pods().isEmpty());
    }

    /** A pod that the controller creates while its Job is deleted arrives after the API has deleted the others. */
    @Test
    void aPodThatArrivesAfterItsJobIsGoneIsDeleted() {
        Pod late = pods().get(0);
        client.resource(job()).delete();
        await().until(() -> pods().isEmpty());
        client.resource(new PodBuilder(late)
                        .editMetadata()
                        .withResourceVersion(null)
                        .withUid(null)
                        .endMetadata()
                        .build())
                .create();

        await().until(() -> pods().isEmpty());
    }
}
