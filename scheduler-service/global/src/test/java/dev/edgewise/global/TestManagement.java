package dev.edgewise.global;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cluster that has the requests and the Secrets of the members, in this process. */
final class TestManagement implements AutoCloseable {
    private static final ResourceDefinitionContext REQUESTS = new ResourceDefinitionContext.Builder()
            .withGroup("edgewise.dev")
            .withVersion("v1alpha1")
            .withKind("GlobalRequest")
            .withPlural("globalrequests")
            .withNamespaced(true)
            .build();

    private static final Set<String> ENDS = Set.of("Completed", "Failed", "Cancelled");

    private final @Nullable EmbeddedKubernetes api;
    private final KubernetesClient client;
    private final Path kubeconfig;

    /** Takes a real cluster, by its administrator's kubeconfig. */
    TestManagement(Path kubeconfig) throws IOException {
        this.api = null;
        this.kubeconfig = kubeconfig;
        this.client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
                .build();
        define();
    }

    /** Starts one in this process. */
    static TestManagement embedded(Path directory) throws IOException {
        EmbeddedKubernetes started = new EmbeddedKubernetes().start();
        return new TestManagement(started, started.writeKubeconfig(directory.resolve("management")));
    }

    private TestManagement(EmbeddedKubernetes api, Path kubeconfig) throws IOException {
        this.api = api;
        this.kubeconfig = kubeconfig;
        this.client = api.client();
        define();
    }

    private void define() throws IOException {
        Path kinds = RepositoryFiles.file("deploy/kubernetes/global/globalrequests.yaml");
        try (var yaml = Files.newInputStream(kinds)) {
            client.load(yaml).create();
        }
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    void member(TestCluster cluster, Map<String, String> annotations) {
        member(cluster.name(), cluster.kubeconfig(), annotations);
    }

    void member(String name, String text, Map<String, String> annotations) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("member-" + name)
                        .withNamespace("default")
                        .addToLabels("edgewise.dev/cluster", name)
                        .addToAnnotations("edgewise.dev/namespaces", "default")
                        .addToAnnotations(annotations)
                        .endMetadata()
                        .addToData(
                                "kubeconfig", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                        .build())
                .serverSideApply();
    }

    void removeMember(String name) {
        client.secrets().inNamespace("default").withName("member-" + name).delete();
    }

    /** Tells the service, as an operator does, that a cluster which had the name will not answer any more. */
    void forget(String name, String uid) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("forgotten-" + name)
                        .withNamespace("default")
                        .addToLabels("edgewise.dev/cluster", name)
                        .addToAnnotations("edgewise.dev/forget", uid)
                        .endMetadata()
                        .build())
                .serverSideApply();
    }

    /** Creates a Secret with one field {@code app.yaml}. */
    void secret(String name, String text, Map<String, String> labels) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .withLabels(labels)
                        .endMetadata()
                        .addToData(
                                "app.yaml", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                        .build())
                .serverSideApply();
    }

    /** Creates a request whose manifests are in a Secret. */
    void requestOfSecret(String name, String secret, String clusters) {
        String yaml =
                """
                apiVersion: edgewise.dev/v1alpha1
                kind: GlobalRequest
                metadata: {name: %s, namespace: default}
                spec:
                  manifests: {secretRef: {name: %s, key: app.yaml}}
                  clusters: %s
                """
                        .formatted(name, secret, clusters);
        client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    /** Creates a request with one pod of that name, as people do with kubectl. */
    void request(String name, String cpu, String spec) {
        String yaml =
                """
                apiVersion: edgewise.dev/v1alpha1
                kind: GlobalRequest
                metadata: {name: %1$s, namespace: default}
                spec:
                  manifests:
                    inline: |
                      apiVersion: v1
                      kind: Pod
                      metadata: {name: %1$s}
                      spec: {containers: [{name: main, image: pause, resources: {requests: {cpu: "%2$s"}}}]}
                %3$s
                """
                        .formatted(name, cpu, spec.indent(2));
        client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    @Nullable
    GenericKubernetesResource find(String name) {
        return client.genericKubernetesResources(REQUESTS)
                .inNamespace("default")
                .withName(name)
                .get();
    }

    /** Returns a field of the status as text; empty if there is none. */
    String status(String name, String field) {
        GenericKubernetesResource request = find(name);
        Object value = request == null ? null : request.get("status", field);
        return value == null ? "" : value.toString();
    }

    /** Returns all requests. */
    List<GenericKubernetesResource> all() {
        return client.genericKubernetesResources(REQUESTS)
                .inNamespace("default")
                .list()
                .getItems();
    }

    /** Returns whether all requests have ended. */
    boolean isOver() {
        return all().stream().allMatch(request -> ENDS.contains(Objects.toString(request.get("status", "phase"), "")));
    }

    void cancel(String name) {
        client.genericKubernetesResources(REQUESTS)
                .inNamespace("default")
                .withName(name)
                .edit(request -> {
                    Map<String, Object> spec = new LinkedHashMap<>(request.get("spec"));
                    spec.put("cancelled", true);
                    request.setAdditionalProperty("spec", spec);
                    return request;
                });
    }

    void delete(String name) {
        client.genericKubernetesResources(REQUESTS)
                .inNamespace("default")
                .withName(name)
                .delete();
    }

    @Override
    public void close() {
        client.close();
        if (api != null) {
            api.close();
        }
    }
}
