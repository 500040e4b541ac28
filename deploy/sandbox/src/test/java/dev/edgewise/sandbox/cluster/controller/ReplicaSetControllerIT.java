package dev.edgewise.sandbox.cluster.controller;

import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The controller of ReplicaSets on the embedded API, over connections that break. */
class ReplicaSetControllerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private final FirstDeleteFails broken = new FirstDeleteFails();
    private final KubernetesClient breaking = new KubernetesClientBuilder()
            .withConfig(client.getConfiguration())
            .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("broken", broken))
            .build();
    private final Controllers controllers = new Controllers(breaking, 1, Duration.ofSeconds(2), Clock.systemUTC());

    private static final class FirstDeleteFails implements Interceptor {
        final AtomicInteger deletes = new AtomicInteger();

        @Override
        public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
            if (request.method().equals("DELETE") && deletes.incrementAndGet() == 1) {
                throw new IllegalStateException("this request breaks");
            }
        }
    }

    @AfterEach
    void stop() {
        controllers.close();
        breaking.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void aPodWhoseDeletionFailedIsDeletedLater() {
        controllers.start();
        client.resource(new ReplicaSetBuilder()
                        .withNewMetadata()
                        .withName("web")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(1)
                        .withNewSelector()
                        .withMatchLabels(Map.of("app", "web"))
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToLabels("app", "web")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("app:1")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        await().atMost(PATIENCE).until(() -> pods() == 1);

        client.apps().replicaSets().inNamespace("default").withName("web").scale(0);

        await().atMost(PATIENCE).until(() -> pods() == 0 && broken.deletes.get() > 1);
    }

    private int pods() {
        return client.pods().inNamespace("default").list().getItems().size();
    }
}
