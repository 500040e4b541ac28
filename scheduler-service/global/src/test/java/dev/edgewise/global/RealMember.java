package dev.edgewise.global;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.HasMetadata;
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
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A member with a real API server and its garbage collector, set up by the manifest for members. There is no kubelet:
 * its pods are started by the test.
 */
final class RealMember implements AutoCloseable {
    private static final String SPACE = "default";
    private static final String TOOL = "EDGEWISE_CONTROL_PLANE";
    private static final String CONTROLLERS =
            "serviceaccount-controller,namespace-controller,garbage-collector-controller,clusterrole-aggregation-controller";

    private final String name;
    private final ControlPlane plane;
    private final Config admin;
    private final KubernetesClient client;
    private final ScheduledExecutorService kubelet = Executors.newScheduledThreadPool(4);
    private final Map<String, Map<String, Lifetime>> lifetimes = new ConcurrentHashMap<>();
    private final Watch watch;
    private volatile Duration startsAfter = Duration.ZERO;
    private @Nullable TestFence fence;

    /** The time of a pod as its watch tells it, by {@link System#nanoTime}; {@link Long#MAX_VALUE} while it exists. */
    record Lifetime(long begin, long end) {
        boolean overlaps(Lifetime other) {
            return begin < other.end && other.begin < end;
        }
    }

    /**
     * Starts members by their names, each with a control plane of its own, all at a time; skips the test where there is
     * no program that does.
     *
     * @param cpus of the only node of each
     */
    static Map<String, RealMember> start(Map<String, String> cpus) {
        String tool = System.getenv(TOOL);
        assumeTrue(
                tool != null && Files.isExecutable(Path.of(tool)),
                "skipped: set " + TOOL + " to the program that starts and kills control planes");
        Map<String, CompletableFuture<RealMember>> starting = new HashMap<>();
        cpus.forEach((name, cpu) -> starting.put(
                name, CompletableFuture.supplyAsync(() -> start(Path.of(tool), name, cpu), task -> new Thread(task)
                        .start())));
        Map<String, RealMember> members = new HashMap<>();
        try {
            starting.forEach((name, member) -> members.put(name, member.join()));
            return members;
        } catch (CompletionException failed) {
            starting.values().forEach(member -> member.thenAccept(RealMember::close));
            throw failed;
        }
    }

    private static RealMember start(Path tool, String name, String cpu) {
        try {
            Path directory = Files.createTempDirectory("edgewise-global");
            return new RealMember(name, ControlPlane.up(tool, directory, CONTROLLERS), cpu);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RealMember(String name, ControlPlane plane, String cpu) throws IOException {
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
                    kubelet.schedule(() -> run(pod), startsAfter.toMillis(), TimeUnit.MILLISECONDS);
                }
                record(pod, action == Action.DELETED ? System.nanoTime() : Long.MAX_VALUE);
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
    }

    /** Lets pods be ready only this long after they were created. */
    RealMember startsAfter(Duration time) {
        startsAfter = time;
        return this;
    }

    /** Runs a pod of no request on the node, which takes so much CPU there. */
    RealMember use(String cpu) {
        Pod pod = new PodBuilder(KubernetesObjects.pod("other", cpu))
                .editSpec()
                .withNodeName(name + "-node")
                .withServiceAccountName("edgewise-tenant")
                .endSpec()
                .build();
        client.resource(pod).create();
        return this;
    }

    /** Deletes anchors that have expired from now on, as its own Edgewise does. */
    RealMember fences() {
        fence = new TestFence(client);
        return this;
    }

    private void record(Pod pod, long end) {
        lifetimes
                .computeIfAbsent(label(pod, Names.REQUEST_LABEL), none -> new ConcurrentHashMap<>())
                .merge(
                        pod.getMetadata().getUid(),
                        new Lifetime(System.nanoTime(), end),
                        (known, now) -> new Lifetime(known.begin(), now.end()));
    }

    /** Returns the times of all pods of a request that were ever created here. */
    Collection<Lifetime> pods(String requestUid) {
        return lifetimes.getOrDefault(requestUid, Map.of()).values();
    }

    private static String label(HasMetadata object, String name) {
        Map<String, String> labels = object.getMetadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(name, "");
    }

    private void node(String cpu) {
        Node node = KubernetesObjects.node(name + "-node", cpu);
        client.resource(node).create();
        client.nodes().withName(name + "-node").editStatus(known -> new NodeBuilder(known)
                .editOrNewStatus()
                .addToAllocatable("cpu", new Quantity(cpu))
                .addToAllocatable("memory", new Quantity("8Gi"))
                .addToAllocatable("pods", new Quantity("5000"))
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
        Path manifest = RepositoryFiles.file("deploy/kubernetes/install/global-member.yaml");
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

    KubernetesClient client() {
        return client;
    }

    void bind(String binding, String role, String namespace, String account) {
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
        return kubeconfig(port, "edgewise-member", "global-scheduler");
    }

    /** Returns a kubeconfig with a token of an account. */
    String kubeconfig(int port, String namespace, String account) throws IOException {
        String token = client.serviceAccounts()
                .inNamespace(namespace)
                .withName(account)
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

    /** Returns the anchors and pods with the label of a request, each as {@code CLUSTER REQUEST-UID/ATTEMPT KIND}. */
    List<String> work() {
        List<HasMetadata> all = new ArrayList<>(client.configMaps()
                .inAnyNamespace()
                .withLabel(Names.REQUEST_LABEL)
                .list()
                .getItems());
        all.addAll(client.pods()
                .inAnyNamespace()
                .withLabel(Names.REQUEST_LABEL)
                .list()
                .getItems());
        return all.stream()
                .map(each -> name + " " + label(each, Names.REQUEST_LABEL) + "/" + label(each, Names.ATTEMPT_LABEL)
                        + " " + each.getKind())
                .toList();
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
        if (fence != null) {
            fence.close();
        }
        watch.close();
        kubelet.shutdownNow();
        client.close();
        plane.close();
    }
}
