package dev.edgewise.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedKubernetesIT {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes();
    private KubernetesClient client;

    @BeforeEach
    void start() {
        client = kubernetes.start().client();
    }

    @AfterEach
    void stop() {
        client.close();
        kubernetes.close();
    }

    private Pod createPod(String name) {
        return client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("pause")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private void bind(String pod, String node) {
        Binding binding = new BindingBuilder()
                .withNewMetadata()
                .withName(pod)
                .withNamespace("default")
                .endMetadata()
                .withNewTarget()
                .withKind("Node")
                .withName(node)
                .endTarget()
                .build();
        client.bindings().inNamespace("default").resource(binding).create();
    }

    private boolean cached(SharedIndexInformer<Pod> informer, String name) {
        return informer.getStore().getByKey("default/" + name) != null;
    }

    @Test
    void informerResumesWhereTheCutWatchEnded() {
        try (SharedIndexInformer<Pod> informer =
                client.pods().inNamespace("default").inform()) {
            createPod("before");
            await().atMost(SOON).until(() -> cached(informer, "before"));
            kubernetes.cutWatches();
            createPod("after");
            await().atMost(SOON).until(() -> cached(informer, "after"));
        }
    }

    @Test
    void informerListsAgainWhenItsVersionIsGone() {
        AtomicInteger deletions = new AtomicInteger();
        createPod("stays");
        try (SharedIndexInformer<Pod> informer =
                client.pods().inNamespace("default").inform()) {
            await().atMost(SOON).until(() -> cached(informer, "stays"));
            kubernetes.stop();
            kubernetes.expireHistory();
            kubernetes.restartOnSamePort();
            createPod("later");
            await().atMost(SOON).until(() -> cached(informer, "later"));
            assertThat(cached(informer, "stays")).isTrue();
            assertThat(deletions).hasValue(0);
        }
    }

    @Test
    void failsOnOrderAsOftenAsOrdered() {
        createPod("web");
        kubernetes.failNext("POST", "/bindings$", 500, 1);
        assertThatThrownBy(() -> bind("web", "n1")).isInstanceOf(KubernetesClientException.class);
        bind("web", "n1");
        assertThat(client.pods()
                        .inNamespace("default")
                        .withName("web")
                        .get()
                        .getSpec()
                        .getNodeName())
                .isEqualTo("n1");
    }

    @Test
    void aLostAnswerHasItsEffect() {
        createPod("web");
        kubernetes.loseNextAnswer("POST", "/bindings$");
        assertThatThrownBy(() -> bind("web", "n1")).isInstanceOf(KubernetesClientException.class);
        assertThatThrownBy(() -> bind("web", "n2")).hasMessageContaining("already assigned to node \"n1\"");
    }

    @Test
    void threeThousandPodsListInASecond() {
        IntStream.range(0, 3_000).forEach(index -> createPod("pod-" + index));
        IntStream.range(0, 3_000).forEach(index -> bind("pod-" + index, "node-" + index % 500));
        long start = System.nanoTime();
        assertThat(client.pods().inNamespace("default").list().getItems()).hasSize(3_000);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }
}
