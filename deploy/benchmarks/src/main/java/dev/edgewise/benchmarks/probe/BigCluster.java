package dev.edgewise.benchmarks.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An API with many nodes in sites, as large as real ones are, and an agent on each. */
public final class BigCluster implements AutoCloseable {
    private static final int ZONES = 20;
    private static final String PREFIX = "node-";
    private static final String POD = "network-probe-agent-";
    private static final String ACCOUNT = "system:serviceaccount:default:network-probe-agent";
    private static final String AUDIENCE = "edgewise-network-probe";
    /** A kubelet tells of up to 50, with two names each. */
    private static final List<ContainerImage> IMAGES = IntStream.range(0, 30)
            .mapToObj(i -> new ContainerImage(
                    List.of(
                            "registry.example/team-" + i + "/service-" + i + "@sha256:" + "0123456789abcdef".repeat(4),
                            "registry.example/team-" + i + "/service-" + i + ":1." + i),
                    100_000_000L + i))
            .toList();

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final int nodes;
    private final int sites;

    public BigCluster(int nodes, int sites) {
        this.nodes = nodes;
        this.sites = sites;
        try (KubernetesClient client = kubernetes.client()) {
            IntStream.range(0, nodes).parallel().forEach(i -> {
                client.resource(node(i)).create();
                Pod agent = client.resource(agent(i)).create();
                client.resource(running(agent, i)).updateStatus();
            });
        }
    }

    int nodes() {
        return nodes;
    }

    int sites() {
        return sites;
    }

    int site(int node) {
        return node % sites;
    }

    public String name(int node) {
        return PREFIX + node;
    }

    /** The pod on a node, the agent's and Goldpinger's at once. */
    String pod(int node) {
        return POD + node;
    }

    int number(String name) {
        return Integer.parseInt(name.substring(PREFIX.length()));
    }

    /**
     * Gives the agent on a node a token, as the API server gives one for its pod, which reviews find good for a day.
     */
    String token(int node) {
        long now = System.currentTimeMillis() / 1_000;
        String claims = "{\"aud\":[\"" + AUDIENCE + "\"],\"exp\":" + (now + 86_400) + ",\"iat\":" + now
                + ",\"sub\":\"" + ACCOUNT + "\",\"kubernetes.io\":{\"namespace\":\"default\",\"node\":{\"name\":\""
                + name(node)
                + "\"},\"pod\":{\"name\":\"" + pod(node) + "\"}}}";
        // A token of a cluster is signed by RSA of 2,048 bits: 256 bytes.
        String token = Stream.of("{\"alg\":\"RS256\"}".getBytes(UTF_8), claims.getBytes(UTF_8), new byte[256])
                .map(part -> Base64.getUrlEncoder().withoutPadding().encodeToString(part))
                .collect(Collectors.joining("."));
        kubernetes.token(
                token,
                ACCOUNT,
                Map.of(
                        "authentication.kubernetes.io/node-name", name(node),
                        "authentication.kubernetes.io/pod-name", pod(node),
                        "authentication.kubernetes.io/pod-uid", "uid-of-" + pod(node)));
        return token;
    }

    public String kubeconfig() throws IOException {
        Path file = Files.createTempFile("kubeconfig", ".yaml");
        file.toFile().deleteOnExit();
        return kubernetes.writeKubeconfig(file).toString();
    }

    /** Number of nodes with a label. */
    public int withLabel(String label) {
        try (KubernetesClient client = kubernetes.client()) {
            return client.nodes().withLabel(label).list().getItems().size();
        }
    }

    private Node node(int i) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"), "pods", new Quantity("110"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name(i))
                .addToLabels("kubernetes.io/hostname", name(i))
                .addToLabels("kubernetes.io/arch", "amd64")
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("topology.kubernetes.io/zone", "zone-" + site(i) % ZONES)
                .addToAnnotations("volumes.kubernetes.io/controller-managed-attach-detach", "true")
                .endMetadata()
                .withNewStatus()
                .withCapacity(room)
                .withAllocatable(room)
                .withImages(IMAGES)
                .withConditions(Stream.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
                        .map(type -> new NodeConditionBuilder()
                                .withType(type)
                                .withStatus(type.equals("Ready") ? "True" : "False")
                                .withReason("KubeletHas" + type)
                                .withMessage("kubelet has " + type)
                                .withLastHeartbeatTime("2026-11-21T08:00:00Z")
                                .withLastTransitionTime("2026-11-21T08:00:00Z")
                                .build())
                        .toList())
                .endStatus()
                .build();
    }

    private Pod agent(int i) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(pod(i))
                .withNamespace("default")
                .addToLabels("app.kubernetes.io/name", "network-probe-agent")
                .addToLabels("app", "goldpinger")
                .endMetadata()
                .withNewSpec()
                .withNodeName(name(i))
                .addNewContainer()
                .withName("agent")
                .withImage("edgewise/network-probe:1")
                .endContainer()
                .endSpec()
                .build();
    }

    private static Pod running(Pod agent, int i) {
        return new PodBuilder(agent)
                .withNewStatus()
                .withPhase("Running")
                .withPodIP("10." + i / 62_500 + "." + i / 250 % 250 + "." + (1 + i % 250))
                .endStatus()
                .build();
    }

    @Override
    public void close() {
        kubernetes.close();
    }
}
