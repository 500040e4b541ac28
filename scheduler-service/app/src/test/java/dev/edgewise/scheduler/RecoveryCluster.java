package dev.edgewise.scheduler;

import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * An embedded API server with the objects for integration tests of recovery, and services that protect the pods of
 * profile {@code edgewise}.
 */
final class RecoveryCluster implements AutoCloseable {
    final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    final KubernetesClient client = kubernetes.client();

    /**
     * Creates the objects of a manifest, and nodes of 4 GiB.
     *
     * @param manifest below deploy/kubernetes
     */
    void create(String manifest, String... nodes) throws IOException {
        client.load(RepositoryFiles.file("deploy/kubernetes/" + manifest)
                        .toUri()
                        .toURL()
                        .openStream())
                .create();
        for (String name : nodes) {
            client.resource(new NodeBuilder(KubernetesObjects.node(name))
                            .editStatus()
                            .addToAllocatable("memory", new Quantity("4Gi"))
                            .endStatus()
                            .build())
                    .create();
        }
    }

    /** Creates the namespace of the service. */
    void createOwnNamespace() {
        client.resource(KubernetesObjects.namespace("edgewise")).create();
    }

    /** Starts the service in its own namespace and waits until it knows the nodes. */
    RunningService started(String... more) {
        String[] arguments = Stream.concat(
                        Stream.of(
                                "--edgewise.kubernetes.namespace=edgewise",
                                "--edgewise.scheduler.recovery.profiles=edgewise"),
                        Stream.of(more))
                .toArray(String[]::new);
        RunningService service = RunningService.start(kubernetes, arguments);
        await().until(() -> service.get("/api/v1/nodes").status() == 200);
        return service;
    }

    @Override
    public void close() {
        client.close();
        kubernetes.close();
    }
}
