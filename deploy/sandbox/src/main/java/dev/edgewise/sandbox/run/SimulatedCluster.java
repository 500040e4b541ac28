package dev.edgewise.sandbox.run;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.sandbox.cluster.controller.Controllers;
import dev.edgewise.sandbox.cluster.kubelet.KubeletSettings;
import dev.edgewise.sandbox.cluster.kubelet.SimulatedKubelets;
import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The Kubernetes API, embedded or the user's own, with the simulated nodes on it. */
final class SimulatedCluster implements AutoCloseable {
    private static final Duration NODE_GRACE = Duration.ofSeconds(40);

    private final @Nullable EmbeddedKubernetes embedded;
    private final KubernetesClient client;
    private final Path kubeconfig;
    private @Nullable SimulatedKubelets kubelets;
    private @Nullable Controllers controllers;

    private SimulatedCluster(@Nullable EmbeddedKubernetes embedded, KubernetesClient client, Path kubeconfig) {
        this.embedded = embedded;
        this.client = client;
        this.kubeconfig = kubeconfig;
    }

    /** Starts an API in this process; {@code kubeconfig} is written. */
    static SimulatedCluster embedded(Path kubeconfig) throws IOException {
        EmbeddedKubernetes embedded = new EmbeddedKubernetes().start();
        embedded.writeKubeconfig(kubeconfig);
        return new SimulatedCluster(embedded, embedded.client(), kubeconfig);
    }

    /** Uses the cluster of this kubeconfig. */
    static SimulatedCluster existing(Path kubeconfig) {
        Config config = Config.fromKubeconfig(kubeconfig.toFile());
        KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build();
        try {
            client.getKubernetesVersion();
        } catch (KubernetesClientException e) {
            client.close();
            throw SandboxException.input("--kubeconfig " + kubeconfig + ": no API server answers at "
                    + config.getMasterUrl() + ": " + e.getMessage());
        }
        return new SimulatedCluster(null, client, kubeconfig);
    }

    /** Creates what is not there yet, such as a CustomResourceDefinition, and waits until it is served. */
    void define(List<HasMetadata> definitions) {
        for (HasMetadata definition : definitions) {
            if (client.resource(definition).get() == null) {
                client.resource(definition).create();
            }
            if (!isEmbedded() && definition instanceof CustomResourceDefinition) {
                client.resource(definition).waitUntilCondition(SimulatedCluster::isServed, 10, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean isServed(@Nullable HasMetadata object) {
        return object instanceof CustomResourceDefinition definition
                && definition.getStatus() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }

    /** Switches a node off, or on again: the machine, not only its kubelet. */
    void power(String node, boolean on) {
        SimulatedKubelets started = kubelets;
        if (started != null && on) {
            started.recover(node);
        } else if (started != null) {
            started.fail(node);
        }
    }

    /** Delays each answer of an embedded API by this much from now on. */
    void slowDown(Duration each) {
        if (embedded != null) {
            embedded.latency(each);
        }
    }

    /** Brings the nodes to life, and on an embedded API the controllers. */
    void populate(Topology topology, long seed) {
        SimulatedKubelets started =
                new SimulatedKubelets(client, topology.nodes(), KubeletSettings.of(seed), Clock.systemUTC());
        kubelets = started;
        started.start();
        if (embedded != null) {
            Controllers made = new Controllers(client, seed, NODE_GRACE, Clock.systemUTC());
            controllers = made;
            made.start();
        }
    }

    KubernetesClient client() {
        return client;
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    String url() {
        return client.getMasterUrl().toString();
    }

    boolean isEmbedded() {
        return embedded != null;
    }

    int registeredNodes() {
        SimulatedKubelets started = kubelets;
        return started == null ? 0 : started.registered();
    }

    @Override
    public void close() {
        if (controllers != null) {
            controllers.close();
        }
        if (kubelets != null) {
            if (embedded == null) {
                kubelets.removeNodes();
            }
            kubelets.close();
        }
        client.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
