package dev.edgewise.networkprobe;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An embedded Kubernetes with nodes and agents. */
final class Cluster implements AutoCloseable {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();

    String kubeconfig() {
        try {
            Path file = Files.createTempFile("kubeconfig", ".yaml");
            file.toFile().deleteOnExit();
            return kubernetes.writeKubeconfig(file).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A ready node in a zone. */
    void node(String name, String zone) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("topology.kubernetes.io/zone", zone)
                .endMetadata()
                .build();
        client.resource(node).create();
        ready(name, true);
    }

    void ready(String name, boolean ready) {
        Node node = new NodeBuilder(client.nodes().withName(name).get())
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready ? "True" : "Unknown")
                .endCondition()
                .endStatus()
                .build();
        client.resource(node).updateStatus();
    }

    void delete(String node) {
        client.nodes().withName(node).delete();
    }

    /** Nodes of one zone, each with an agent at an address of its own; names are single characters. */
    void nodesWithAgents(String... names) {
        for (String name : names) {
            node(name, "zone");
            agent(name, "10.0.0." + (int) name.charAt(0));
        }
    }

    void agent(String node, String ip) {
        pod("agent-" + node, "app.kubernetes.io/name", "network-probe-agent", node, ip);
    }

    void pod(String name, String label, String value, String node, String ip) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .addToLabels(label, value)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .addNewContainer()
                        .withName("agent")
                        .withImage("agent")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        client.resource(new PodBuilder(client.pods()
                                .inNamespace("default")
                                .withName(name)
                                .get())
                        .withNewStatus()
                        .withPhase("Running")
                        .withPodIP(ip)
                        .addNewPodIP(ip)
                        .endStatus()
                        .build())
                .updateStatus();
    }

    @Override
    public void close() {
        client.close();
        kubernetes.close();
    }
}
