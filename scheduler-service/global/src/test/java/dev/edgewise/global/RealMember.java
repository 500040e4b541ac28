package dev.edgewise.global;

import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.Repository;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A member with a real API server and its garbage collector, set up by the manifest for members. There is no kubelet: its pods are started by the test. */
final class RealMember implements AutoCloseable {
    private static final String SPACE = "default";

    private final String name;
    private final ControlPlane plane;
    private final Config admin;
    private final KubernetesClient client;
    private final ExecutorService kubelet = Executors.newSingleThreadExecutor();
    private final Watch watch;

    /** @param cpu of its only node */
    RealMember(String name, ControlPlane plane, String cpu) throws IOException {
        this.name = name;
        this.plane = plane;
        this.admin = Config.fromKubeconfig(Files.readString(plane.kubeconfig()));
        this.client = new KubernetesClientBuilder().withConfig(admin).build();
        node(cpu);
        accounts();
        watch = client.pods().inAnyNamespace().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                if (action == Action.ADDED) {
                    kubelet.execute(() -> run(pod));
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
    }

    private void node(String cpu) {
        Node node = KubernetesObjects.node(name + "-node", cpu);
        client.resource(node).create();
        client.nodes().withName(name + "-node").editStatus(known -> new NodeBuilder(known)
                .editOrNewStatus()
                .addToAllocatable("cpu", new Quantity(cpu))
                .addToAllocatable("memory", new Quantity("8Gi"))
                .addToAllocatable("pods", new Quantity("110"))
                .addToCapacity("cpu", new Quantity(cpu))
                .endStatus()
                .build());
        // The API server adds the taint of a node that is not ready, which no controller removes here.
        client.nodes().withName(name + "-node").edit(known -> new NodeBuilder(known)
                .editSpec()
                .withTaints(List.of())
                .endSpec()
                .build());
    }

    private void accounts() throws IOException {
        Path manifest = Repository.file("deploy/kubernetes/install/global-member.yaml");
        try (var yaml = Files.newInputStream(manifest)) {
            client.load(yaml).serverSideApply();
        }
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("edgewise-tenant")
                        .withNamespace(SPACE)
                        .endMetadata()
                        .build())
                .serverSideApply();
        bind("edgewise-tenant", "edit", SPACE, "edgewise-tenant");
        bind("edgewise-global", "edgewise-global-impersonation", "edgewise-member", "global-scheduler");
    }

    private void bind(String binding, String role, String namespace, String account) {
        client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(binding)
                        .withNamespace(SPACE)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject("", "ServiceAccount", account, namespace)
                        .build())
                .serverSideApply();
    }

    private void run(Pod pod) {
        try {
            client.pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withName(pod.getMetadata().getName())
                    .editStatus(known -> new PodBuilder(known)
                            .editOrNewStatus()
                            .withPhase("Running")
                            .addNewCondition()
                            .withType("Ready")
                            .withStatus("True")
                            .endCondition()
                            .endStatus()
                            .build());
        } catch (KubernetesClientException gone) {
            // It was deleted meanwhile.
        }
    }

    String name() {
        return name;
    }

    int port() {
        return URI.create(admin.getMasterUrl()).getPort();
    }

    /** Returns a kubeconfig with the token of the account that the manifest makes. */
    String kubeconfig(int port) throws IOException {
        String token = client.serviceAccounts()
                .inNamespace("edgewise-member")
                .withName("global-scheduler")
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(7200L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
        String ca = admin.getCaCertData() != null
                ? admin.getCaCertData()
                : Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(admin.getCaCertFile())));
        return """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}]
                users: [{name: u, user: {token: %s}}]
                """
                .formatted(port, ca, token);
    }

    /** Returns the names of all objects with the label of a request. */
    List<String> ours() {
        List<String> names = new ArrayList<>();
        client.configMaps()
                .inAnyNamespace()
                .withLabel("edgewise.dev/request")
                .list()
                .getItems()
                .forEach(each -> names.add("ConfigMap " + each.getMetadata().getName()));
        client.pods()
                .inAnyNamespace()
                .withLabel("edgewise.dev/request")
                .list()
                .getItems()
                .forEach(each -> names.add("Pod " + each.getMetadata().getName()));
        client.apps()
                .deployments()
                .inAnyNamespace()
                .withLabel("edgewise.dev/request")
                .list()
                .getItems()
                .forEach(each -> names.add("Deployment " + each.getMetadata().getName()));
        return names;
    }

    Path adminKubeconfig() {
        return plane.kubeconfig();
    }

    @Override
    public void close() {
        watch.close();
        kubelet.shutdownNow();
        client.close();
        plane.close();
    }
}
