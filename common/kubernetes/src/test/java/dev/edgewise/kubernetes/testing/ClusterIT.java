package dev.edgewise.kubernetes.testing;

import dev.edgewise.common.Backoff;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test against the embedded API server. */
public abstract class ClusterIT {
    protected static final Duration SOON = Duration.ofMinutes(1);

    protected final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes();
    protected final Retries retries =
            new Retries(3, new Backoff(Duration.ofMillis(5), Duration.ofMillis(10)), new Random(1));
    protected KubernetesClient client;
    protected ApiServerTransport server;
    protected ApiServerClient api;

    @BeforeEach
    void startCluster() {
        client = kubernetes.start().client();
        server = ApiServerTransport.of(kubernetes.config());
        api = new ApiServerClient(server, Duration.ofSeconds(5));
    }

    @AfterEach
    void stopCluster() {
        server.close();
        client.close();
        kubernetes.close();
    }

    /** The pod as the API server has it. */
    protected Pod actual(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }
}
