package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.service.ServiceCommandLine;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The kind GlobalRequest in a cluster, and a namespace with requests, members and the tenant's account. Closing removes
 * the namespace, and the kind stays.
 */
final class GlobalCluster implements AutoCloseable {
    /** Namespace of the requests, of the members' Secrets, and of what is made in members. */
    static final String NAMESPACE = "edgewise-benchmark-global";

    static final String REQUESTS = "/apis/edgewise.dev/v1alpha1/namespaces/" + NAMESPACE + "/globalrequests";
    private static final String SPACE = "/api/v1/namespaces/" + NAMESPACE;
    private static final String NO_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";
    private static final String ACCOUNT = "{\"metadata\":{\"name\":\"edgewise-tenant\"}}";
    private static final String BINDING = "{\"metadata\":{\"name\":\"edgewise-tenant\"},"
            + "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"edit\"},"
            + "\"subjects\":[{\"kind\":\"ServiceAccount\",\"name\":\"edgewise-tenant\",\"namespace\":\"" + NAMESPACE
            + "\"}]}";
    private static final String SECRET = "{\"metadata\":{\"name\":\"member-%1$s\","
            + "\"labels\":{\"edgewise.dev/cluster\":\"%1$s\"},\"annotations\":{\"edgewise.dev/namespaces\":\""
            + NAMESPACE
            + "\"}},\"data\":{\"kubeconfig\":\"%2$s\"}}";
    private static final String KUBECONFIG =
            """
            current-context: c
            contexts: [{name: c, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: "%s"%s}}]
            users: [{name: u, user: {%s}}]
            """;

    private final ClusterApi api;
    private final OwnNamespace namespace;

    GlobalCluster(ClusterApi api) {
        this.api = api;
        this.namespace = new OwnNamespace(api, NAMESPACE);
    }

    /** Returns the arguments with which global-scheduler serves the requests of this cluster. */
    static List<String> arguments(Path kubeconfig, int port) {
        return List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.namespace=" + NAMESPACE,
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig);
    }

    /** Creates the kind and the namespace with the tenant's account, after it removed what an interrupted run left. */
    void create() throws IOException, InterruptedException {
        KubernetesSerialization yaml = new KubernetesSerialization();
        Path file = ServiceCommandLine.root().resolve("deploy/kubernetes/global/globalrequests.yaml");
        api.createIfAbsent(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                yaml.asJson(yaml.unmarshal(Files.readString(file), GenericKubernetesResource.class)));
        while (!api.exists("/apis/edgewise.dev/v1alpha1/globalrequests")) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        clear();
        namespace.create();
        api.createIfAbsent(SPACE + "/serviceaccounts", ACCOUNT);
        api.createIfAbsent("/apis/rbac.authorization.k8s.io/v1/namespaces/" + NAMESPACE + "/rolebindings", BINDING);
    }

    /** Makes this cluster a member of itself, with the rights of its administrator. */
    void memberOfItself(String name, Path kubeconfig) throws IOException {
        Config admin = Config.fromKubeconfig(kubeconfig.toFile());
        List<String> user = new ArrayList<>();
        add(user, "token", admin.getOauthToken() != null ? admin.getOauthToken() : admin.getAutoOAuthToken());
        add(user, "client-certificate-data", data(admin.getClientCertData(), admin.getClientCertFile()));
        add(user, "client-key-data", data(admin.getClientKeyData(), admin.getClientKeyFile()));
        String ca = data(admin.getCaCertData(), admin.getCaCertFile());
        member(
                name,
                admin.getMasterUrl(),
                ca == null ? "" : ", certificate-authority-data: " + ca,
                String.join(", ", user));
    }

    /** Makes a server that asks for no credentials a member. */
    void member(String name, String server) throws IOException {
        member(name, server, "", "token: benchmark");
    }

    private void member(String name, String server, String ca, String user) throws IOException {
        byte[] text = String.format(Locale.ROOT, KUBECONFIG, server, ca, user).getBytes(StandardCharsets.UTF_8);
        api.create(
                SPACE + "/secrets",
                String.format(Locale.ROOT, SECRET, name, Base64.getEncoder().encodeToString(text)));
    }

    private static void add(List<String> user, String field, @Nullable String value) {
        if (value != null) {
            user.add(field + ": " + value);
        }
    }

    private static @Nullable String data(@Nullable String data, @Nullable String file) throws IOException {
        return data != null || file == null
                ? data
                : Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(file)));
    }

    /** Removes the objects, also those whose finalizers wait for a service that does not run. */
    @Override
    public void close() throws IOException {
        try {
            clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void clear() throws IOException, InterruptedException {
        if (!api.exists(REQUESTS)) {
            return;
        }
        api.delete(REQUESTS);
        List<String> paths = new ArrayList<>();
        for (JsonNode request : api.get(REQUESTS).path("items")) {
            paths.add(REQUESTS + "/" + request.path("metadata").path("name").asString());
        }
        api.each(paths, path -> api.patchIfPresent(path, NO_FINALIZERS));
        namespace.close();
    }
}
