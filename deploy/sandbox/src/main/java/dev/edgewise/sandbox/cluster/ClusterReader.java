package dev.edgewise.sandbox.cluster;

import dev.edgewise.sandbox.report.NodeFacts;
import dev.edgewise.sandbox.report.PodFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads nodes and pods from the API as the report wants them. */
public final class ClusterReader {
    private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed");

    /**
     * The cluster at one moment.
     *
     * @param occupying pods of anyone that occupy a node
     * @param watched the pods that the report is about, oldest first
     */
    public record View(List<NodeFacts> nodes, List<PodFacts> occupying, List<PodFacts> watched) {}

    private final KubernetesClient client;
    private final String label;
    private final String value;

    /** @param label with this label and value, pods are watched */
    public ClusterReader(KubernetesClient client, String label, String value) {
        this.client = client;
        this.label = label;
        this.value = value;
    }

    public View read() {
        List<Pod> pods = client.pods().inAnyNamespace().list().getItems();
        List<NodeFacts> nodes = client.nodes().list().getItems().stream()
                .map(ClusterReader::node)
                .toList();
        return new View(
                nodes,
                pods.stream()
                        .filter(pod -> pod.getSpec().getNodeName() != null && !TERMINAL.contains(phase(pod)))
                        .map(PodReader::facts)
                        .toList(),
                pods.stream().filter(this::watched).map(PodReader::facts).toList());
    }

    private boolean watched(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels != null
                && value.equals(labels.get(label))
                && pod.getMetadata().getDeletionTimestamp() == null;
    }

    private static String phase(Pod pod) {
        return pod.getStatus() == null ? "" : String.valueOf(pod.getStatus().getPhase());
    }

    private static NodeFacts node(Node node) {
        boolean tainted = node.getSpec().getTaints() != null
                && node.getSpec().getTaints().stream().anyMatch(taint -> !"PreferNoSchedule".equals(taint.getEffect()));
        boolean open = !Boolean.TRUE.equals(node.getSpec().getUnschedulable()) && !tainted;
        Map<String, Quantity> room = orEmpty(node.getStatus().getAllocatable());
        Map<String, String> labels = orEmpty(node.getMetadata().getLabels());
        return new NodeFacts(node.getMetadata().getName(), labels, open, PodRequests.resources(room, pods(room)));
    }

    private static long pods(Map<String, Quantity> room) {
        return room.getOrDefault("pods", new Quantity("110"))
                .getNumericalAmount()
                .longValue();
    }

    private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : map;
    }
}
