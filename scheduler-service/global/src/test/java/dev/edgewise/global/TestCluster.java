package dev.edgewise.global;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** A member cluster in this process, with a kubelet that starts all pods of requests unless it is told not to. */
final class TestCluster implements AutoCloseable {
    private final String name;
    private final EmbeddedKubernetes api = new EmbeddedKubernetes().start();
    private final KubernetesClient client = api.client();
    private final ExecutorService kubelet = Executors.newSingleThreadExecutor();
    private final Watch watch;
    private volatile boolean starts = true;

    /** @param cpu of its only node */
    TestCluster(String name, String cpu) {
        this.name = name;
        client.resource(KubernetesObjects.node(name + "-node", cpu)).create();
        watch = client.pods().inAnyNamespace().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                if (action == Action.ADDED && starts) {
                    kubelet.execute(() -> run(pod));
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
    }

    String name() {
        return name;
    }

    EmbeddedKubernetes api() {
        return api;
    }

    KubernetesClient client() {
        return client;
    }

    /** Lets pods that are created from now on stay pending. */
    TestCluster startsNothing() {
        starts = false;
        return this;
    }

    private void run(Pod pod) {
        Pod running = new PodBuilder(pod)
                .editOrNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
        running.getMetadata().setResourceVersion(null);
        client.resource(running).updateStatus();
    }

    String kubeconfig() {
        return """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {token: embedded}}]
                """
                .formatted(api.url());
    }

    /** Returns the names of all objects of requests. */
    List<String> ours() {
        List<String> anchors =
                client.configMaps().inAnyNamespace().withLabel("edgewise.dev/request").list().getItems().stream()
                        .map(ConfigMap::getMetadata)
                        .map(metadata -> "ConfigMap " + metadata.getName())
                        .toList();
        List<String> pods = client.pods().inAnyNamespace().withLabels(Map.of()).list().getItems().stream()
                .map(pod -> "Pod " + pod.getMetadata().getName())
                .toList();
        return Stream.concat(anchors.stream(), pods.stream()).toList();
    }

    @Override
    public void close() {
        watch.close();
        kubelet.shutdownNow();
        client.close();
        api.close();
    }
}
